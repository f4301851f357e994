"""Tables with typed columns."""

import io


def pandas():
    """Returns pandas, which is an optional dependency."""
    try:
        import pandas
    except ImportError:
        raise ImportError("tables need pandas: pip install 'scrollsim[pandas]'") from None
    return pandas


#: The types of SQL, as pandas has them: a column keeps its type when values are missing.
SQL_TYPES = {"INTEGER": "Int64", "REAL": "float64", "TEXT": "string"}

#: Endings of the names of columns with counts and of columns with other numbers.
COUNTS = ("_bytes", "runs", "sessions", "clusters", "seed", "model_version")
MEASURES = ("_s", "_ms", "_rate", "_ratio", "_mib", "_percent")


def from_rows(rows):
    """Returns rows of JSON as a table: a column for each value inside, whose type its name tells."""
    table = pandas().json_normalize(list(rows))
    for name in table.columns:
        if "Seconds" in name or "Ratio" in name or "." in name and "Sessions" not in name:
            table[name] = table[name].astype("float64")
        elif name.endswith(("Bytes", "Sessions")):
            table[name] = table[name].astype("Int64")
        elif not table[name].map(lambda value: isinstance(value, (list, bool))).any():
            table[name] = table[name].astype("string")
    return table


def from_csv(text, types=None):
    """Reads the CSV of the program.

    A column has the type that `types` gives it or that the ending of its name has. Other columns
    have a type that fits all of their values.
    """
    table = pandas().read_csv(io.StringIO(text))
    for name in table.columns:
        kind = (types or {}).get(name)
        if kind is None and name.endswith(MEASURES):
            kind = "float64"
        elif kind is None and name.endswith(COUNTS):
            kind = "Int64"
        # A column of text for people, as `0.31 [0.22, 0.40]`, stays text.
        is_text = pandas().api.types.is_string_dtype(table[name]) and table[name].notna().any()
        if kind is not None and not is_text:
            table[name] = table[name].astype(kind)
        # A column of `0.00` and `1.00` has no counts.
        elif not pandas().api.types.is_float_dtype(table[name]):
            table[name] = table[name].convert_dtypes()
    return table
