/** Texts for the codes of errors of the system. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'there is no permission',
  EISDIR: 'it is a directory',
  ELOOP: 'there are too many symbolic links',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'there is no such file',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is not a directory',
  EPERM: 'there is no permission',
};

/** Returns the reason of an error of the system in words; undefined for other errors. */
export function reasonOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) return undefined;
  return reasons[code] ?? `the system reports ${code}`;
}
