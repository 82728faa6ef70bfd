/**
 * One word in two spellings: that before the agreement of 1990 or of Portugal, and that after it or of Brazil. Roots are
 * listed, because a rule would make «pato» of «pacto» and «rato» of «rapto». Folded.
 */

/** Each older or Portuguese root and the other one; a root stands at the beginning of a word or after a prefix. */
const ROOTS: readonly (readonly [string, string])[] = `
acca aca|accio acio|activ ativ|acto ato|actor ator|actriz atriz|actua atua|actualiz atualiz|adopt adot|afect afet
amnisti anisti|arquitect arquitet|aspect aspet|atract atrat|baptis batis|bapti bati|cacto cato|colecc colec|colect colet
conect conet|connosco conosco|contact contat|contracc contrac|correcc correc|correct corret|defect defet|detect detet
direcc direc|direct diret|efect efet|electr eletr|electiv eletiv|eleicc eleic|exact exat|excepc excec|except excet
extracc extrac|extract extrat|facto fato|factur fatur|fracc frac|fractur fratur|humid umid|indemn inden|infecc infec
infect infet|injecc injec|inspecc inspec|inspect inspet|interacc interac|lectiv letiv|objecc objec|object objet
omnipre onipre|optim otim|peremptor perentor|percepc percec|project projet|protecc protec|protect protet|quotidian cotidian
recepc recec|recept recet|reacc reac|respectiv respetiv|seccao secao|seccoes secoes|sector setor|selecc selec
selectiv seletiv|selecto seleto|subtil sutil|sumptu suntu|tecto teto|tractor trator|transacc transac|vector vetor`
  .trim()
  .split(/[|\n]/)
  .map((pair) => pair.split(' ') as [string, string]);

const PREFIXES = ['', 're', 'in', 'des', 'pre', 'sub', 'co', 'bi', 'inter', 'extra', 'retro', 'auto', 'foto'];

/** Every root by its letters: a question may have thousands of words, so they are not compared one by one. */
const roots = Map.groupBy(
  ROOTS.flatMap(([older, newer], place) => [
    { letters: older, place, other: newer },
    { letters: newer, place, other: older },
  ]),
  ({ letters }) => letters,
);
const LONGEST_FIRST = [...new Set([...roots.keys()].map((letters) => letters.length))].sort(
  (one, other) => other - one,
);

/** The other spellings of a folded word, none where it has one. */
export function otherSpellings(word: string): string[] {
  const found = PREFIXES.filter((prefix) => word.startsWith(prefix)).flatMap((prefix) =>
    spelledAt(word, prefix.length),
  );
  const inOrder = found.sort((one, other) => one.place - other.place).map(({ text }) => text);
  return [...new Set(inOrder)].filter((other) => other !== word);
}

/** If the word begins with both roots of a pair, the longer one is replaced: «transacc» begins with «transac». */
function spelledAt(word: string, at: number): { place: number; text: string }[] {
  const texts = new Map<number, string>();
  for (const length of LONGEST_FIRST)
    for (const { place, other } of roots.get(word.slice(at, at + length)) ?? [])
      if (!texts.has(place)) texts.set(place, word.slice(0, at) + other + word.slice(at + length));
  return [...texts].map(([place, text]) => ({ place, text }));
}
