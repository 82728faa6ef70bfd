/** Search over what is already here, as the server searches: whatever the case and the accents. */
type Findable = { name: string; description: string | null };

export function matching<T extends Findable>(rows: T[], term: string): T[] {
  const wanted = plain(term);
  if (!wanted) return rows;
  return rows.filter(({ name, description }) => plain(`${name}\n${description ?? ''}`).includes(wanted));
}

export function plain(text: string): string {
  return text
    .trim()
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
