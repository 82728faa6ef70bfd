/** What the list of agents is narrowed by, as it stands in the address: `?search=multas&tag=3&tag=8`. */
export type ListFilters = { search: string; tag_ids: number[] };

const ID_MAX = 2_147_483_647;

export function filtersOf(address: URLSearchParams): ListFilters {
  const ids = address
    .getAll('tag')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0 && id <= ID_MAX);
  return { search: address.get('search')?.trim() ?? '', tag_ids: [...new Set(ids)] };
}

export function addressOf({ search, tag_ids }: ListFilters): URLSearchParams {
  const address = new URLSearchParams();
  if (search) address.set('search', search);
  for (const id of tag_ids) address.append('tag', String(id));
  return address;
}

/** The agent an address speaks of; null when it cannot be one. */
export function agentIdOf(text: string | undefined): number | null {
  if (!text || !/^[1-9]\d*$/.test(text)) return null;
  const id = Number(text);
  return id <= ID_MAX ? id : null;
}
