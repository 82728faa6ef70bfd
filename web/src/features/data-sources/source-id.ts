const ID_MAX = 2_147_483_647;

/** The data source an address speaks of; null when it cannot be one. */
export function sourceIdOf(text: string | undefined): number | null {
  if (!text || !/^[1-9]\d*$/.test(text)) return null;
  const id = Number(text);
  return id <= ID_MAX ? id : null;
}
