/** The element with this id. Throws an Error if it is missing or has another type. */
export function element<E extends Element>(id: string, type: abstract new () => E): E {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(
    `element: the page must have a ${type.name} with the id ${id}, and has ${found?.tagName ?? 'none'}`,
  );
}
