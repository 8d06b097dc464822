import { checkKind } from '@doha/loop/options';

/** The type of a field: one number, or several that belong together. An `angle` is in radians and is interpolated the short way round. */
export type FieldType = 'f32' | 'f64' | 'i32' | 'u32' | 'u8' | 'angle' | 'vec2' | 'vec3' | 'vec4' | 'mat4';

/** The type of each field of a table's rows. Only own properties are fields. */
export type Schema = Readonly<Record<string, FieldType>>;

/** The typed array of a field, with the values of all rows one after another. */
export type ColumnOf<T extends FieldType> = T extends 'f64'
  ? Float64Array
  : T extends 'i32'
    ? Int32Array
    : T extends 'u32'
      ? Uint32Array
      : T extends 'u8'
        ? Uint8Array
        : Float32Array;

/** The typed arrays of a table, by field. */
export type Columns<S extends Schema> = { readonly [Field in keyof S]: ColumnOf<S[Field]> };

type AnyColumn = Float32Array | Float64Array | Int32Array | Uint32Array | Uint8Array;

interface Shape {
  /** Numbers per row. */
  readonly width: number;
  readonly bytes: number;
  readonly open: (memory: ArrayBufferLike, offset: number, length: number) => AnyColumn;
}

const floats = (width: number): Shape => ({
  width,
  bytes: 4 * width,
  open: (memory, offset, length) => new Float32Array(memory, offset, length),
});

const shapes: Readonly<Record<FieldType, Shape>> = {
  f32: floats(1),
  f64: { width: 1, bytes: 8, open: (memory, offset, length) => new Float64Array(memory, offset, length) },
  i32: { width: 1, bytes: 4, open: (memory, offset, length) => new Int32Array(memory, offset, length) },
  u32: { width: 1, bytes: 4, open: (memory, offset, length) => new Uint32Array(memory, offset, length) },
  u8: { width: 1, bytes: 1, open: (memory, offset, length) => new Uint8Array(memory, offset, length) },
  angle: floats(1),
  vec2: floats(2),
  vec3: floats(3),
  vec4: floats(4),
  mat4: floats(16),
};

/** Returns the number of numbers that a field has in each row. */
export function widthOf(type: FieldType): number {
  return shapes[type].width;
}

/**
 * Returns a copy that cannot be changed. Each property is read once, because a getter may return another value the next time. Throws a TypeError that
 * names a field with an unknown type, or a field that the object inherits.
 */
export function copyOfSchema<S extends Schema>(schema: S): S {
  checkKind('schema', typeof schema === 'object' && schema !== null, 'an object', schema);
  for (const field in schema) if (!Object.hasOwn(schema, field)) checkInherited(field, schema[field]);
  const copy = Object.freeze({ ...schema });
  checkKind(
    'schema: the name of a field',
    !Object.hasOwn(copy, '__proto__'),
    'other than __proto__',
    '__proto__',
  ); // assigning a column to this name would change a prototype
  for (const [field, type] of Object.entries(copy))
    checkKind(`schema: ${field}`, isFieldType(type), `one of ${Object.keys(shapes).join(', ')}`, type);
  return copy;
}

function checkInherited(field: string, type: unknown): void {
  checkKind(
    `schema: ${field}`,
    !isFieldType(type),
    'an own property of the schema instead of an inherited one',
    type,
  );
}

function isFieldType(type: unknown): boolean {
  return typeof type === 'string' && Object.hasOwn(shapes, type);
}

// Each column begins at a multiple of 8 bytes.
const alignment = 8;

/** Returns the number of bytes of `capacity` rows, including their ids. */
export function bytesOf(schema: Schema, capacity: number): number {
  return Object.values(schema).reduce(
    (sum, type) => sum + aligned(shapes[type].bytes * capacity),
    aligned(4 * capacity),
  );
}

/** Rows: their ids, and one typed array for each field. */
export interface Rows<S extends Schema> {
  readonly ids: Uint32Array;
  readonly columns: Columns<S>;
}

/** Rows, of which the first `count` are in use. */
export interface FilledRows<S extends Schema> extends Rows<S> {
  readonly count: number;
}

/** Creates views of the rows in a buffer. */
export function openRows<S extends Schema>(
  schema: S,
  capacity: number,
  memory: ArrayBufferLike,
  offset = 0,
): Rows<S> {
  const ids = new Uint32Array(memory, offset, capacity);
  let at = offset + aligned(4 * capacity);
  const columns: Record<string, AnyColumn> = {};
  for (const [field, type] of Object.entries(schema)) {
    const { bytes, open, width } = shapes[type];
    columns[field] = open(memory, at, capacity * width);
    at += aligned(bytes * capacity);
  }
  return { ids, columns: columns as Columns<S> };
}

/** Copies the rows in use. `to` may have fewer fields. */
export function copyRows<S extends Schema>(schema: S, from: FilledRows<Schema>, to: Rows<S>): void {
  const { count } = from;
  to.ids.set(from.ids.subarray(0, count));
  for (const [field, type] of Object.entries(schema)) {
    const column: AnyColumn = to.columns[field]!;
    column.set(from.columns[field]!.subarray(0, count * shapes[type].width));
  }
}

/** Copies the rows with these indices to the beginning of `to`. */
export function gatherRows<S extends Schema>(
  schema: S,
  from: Rows<Schema>,
  to: Rows<S>,
  rows: Uint32Array,
): void {
  for (let i = 0; i < rows.length; i++) to.ids[i] = from.ids[rows[i]!]!;
  for (const [field, type] of Object.entries(schema))
    gather(from.columns[field]!, to.columns[field]!, rows, shapes[type].width);
}

function gather(from: AnyColumn, to: AnyColumn, rows: Uint32Array, width: number): void {
  for (let i = 0, at = 0; i < rows.length; i++)
    for (let part = 0, first = rows[i]! * width; part < width; part++) to[at++] = from[first + part]!;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment;
}
