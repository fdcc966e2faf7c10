package plan

import "strings"

// typeIDs maps DuckDB's serialized names of types to ids.
var typeIDs = func() map[string]TypeID {
	m := map[string]TypeID{}
	for id, name := range typeNames {
		if TypeID(id) != Invalid {
			m[name] = TypeID(id)
		}
	}
	return m
}()

// typ decodes a type. Collations, aliases and nested types are refused.
func (d *decoder) typ(v *value) Type {
	o := d.object(v, "type")
	name := o.text("id")
	var info *object
	if iv := o.get("type_info"); iv != nil {
		info = d.object(iv, "type "+name)
	}
	o.done()
	id, ok := typeIDs[name]
	if !ok {
		d.refuse("type %s is not supported", name)
	}
	t := Type{ID: id}
	if info == nil {
		if id == Decimal || id == Enum {
			d.refuse("type %s without its parameters", name)
		}
		return t
	}
	alias := info.textOr("alias", "")
	class := info.text("type")
	switch {
	case class == "DECIMAL_TYPE_INFO" && id == Decimal:
		width, scale := info.count("width"), info.count("scale")
		if width < 1 || width > 38 || scale > width {
			d.refuse("type DECIMAL(%d,%d) is not supported", width, scale)
		}
		t = DecimalType(uint8(width), uint8(scale))
	case class == "ENUM_TYPE_INFO" && id == Enum:
		alias = "" // the name of an enumeration says nothing more
		t = d.enumType(info)
	case class == "STRING_TYPE_INFO" && id == Varchar:
		if c := info.textOr("collation", ""); c != "" && !strings.EqualFold(c, "binary") {
			d.refuse("collation %s is not supported", c)
		}
	case class == "GENERIC_TYPE_INFO":
	default:
		d.refuse("type %s with %s is not supported", name, class)
	}
	if alias != "" {
		d.refuse("type %s is not supported", alias)
	}
	info.done()
	return t
}

func (d *decoder) enumType(info *object) Type {
	list := info.list("values")
	if n := info.count("values_count"); n != uint64(len(list)) || n == 0 {
		d.refuse("type ENUM with %d of %d labels", len(list), n)
	}
	labels := make([]string, len(list))
	seen := make(map[string]bool, len(list))
	for i := range list {
		if list[i].kind != kindText || seen[list[i].text] {
			d.refuse("type ENUM: bad label at %d", i)
		}
		labels[i] = list[i].text
		seen[labels[i]] = true
	}
	return EnumType(labels)
}

func (d *decoder) types(list []value) []Type {
	out := make([]Type, len(list))
	for i := range list {
		out[i] = d.typ(&list[i])
	}
	return out
}
