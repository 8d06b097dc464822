/** Whether `value` is an array. Unlike `Array.isArray` it is no type guard, which would make the members `any`. */
export function isArray(value: unknown): boolean {
  return Array.isArray(value);
}
