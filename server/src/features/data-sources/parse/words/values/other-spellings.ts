/** Other ways in which people write a value of a table: without its numbering, its hyphen or its abbreviations. */
import { basesOf } from '../../../../../language/question-words.ts';
import { fold } from '../../../../../language/words.ts';
import type { ValuePhrase } from '../table-column.ts';

/** Words that tables cut in names of things and places, and in states; the beginning of each and the whole. */
const CUT: Record<string, string[]> = Object.assign(Object.create(null), {
  adm: ['administrativo', 'administração'],
  ag: ['aguardando'],
  aguard: ['aguardando'],
  and: ['andamento'],
  aprov: ['aprovado'],
  apto: ['apartamento'],
  aux: ['auxiliar'],
  av: ['avenida'],
  atend: ['atendimento'],
  canc: ['cancelado'],
  com: ['comercial'],
  conc: ['concluído'],
  cond: ['condomínio'],
  conf: ['conferido'],
  coord: ['coordenador', 'coordenação'],
  dep: ['departamento'],
  depto: ['departamento'],
  dir: ['diretoria'],
  ed: ['edifício'],
  elet: ['elétrica', 'elétrico'],
  eng: ['engenharia', 'engenheiro'],
  enf: ['enfermagem', 'enfermeiro'],
  esc: ['escola'],
  exec: ['execução'],
  faz: ['fazenda'],
  fin: ['financeiro'],
  gar: ['garagem'],
  ger: ['gerente', 'gerência'],
  hosp: ['hospital'],
  ind: ['industrial', 'indústria'],
  jd: ['jardim'],
  lab: ['laboratório'],
  lot: ['loteamento'],
  manut: ['manutenção'],
  mec: ['mecânica', 'mecânico'],
  mun: ['municipal'],
  op: ['operacional', 'operação'],
  parc: ['parcial', 'parcialmente'],
  part: ['particular'],
  pç: ['praça'],
  pend: ['pendente', 'aguardando', 'esperando'],
  pq: ['parque'],
  prod: ['produção'],
  prof: ['professor', 'professora'],
  r: ['rua'],
  reg: ['regional'],
  reprov: ['reprovado'],
  res: ['residencial'],
  rod: ['rodovia'],
  sec: ['secretaria'],
  serv: ['serviço'],
  sta: ['santa'],
  sto: ['santo'],
  sup: ['suporte', 'superior'],
  téc: ['técnico', 'técnica'],
  tec: ['técnico', 'técnica'],
  transp: ['transporte'],
  vl: ['vila'],
});

/** Abbreviations that are written without a point as well. */
const BARE = /^(?:jd|pq|sta|sto|apto|depto|vl|av)$/;

const NUMBERING = /^\s*\d{1,3}\s*[-–.):]\s*(?=\p{L}{3})/u;
const WITH_HYPHEN = /(?<=\p{L})[-\u2011](?=\d)/gu;
const SPELLINGS_MAX = 6;

/** «crítica» of «1-Crítica», «diesel S10» of «DIESEL S-10», «em atendimento» of «Em atend.»; none where it has no such part. */
export function otherSpellings(value: string): string[] {
  const plain = value.replace(NUMBERING, '').replace(WITH_HYPHEN, '');
  const written = writtenOut(plain);
  return [...new Set([plain, ...written])].filter((one) => one !== value).slice(0, SPELLINGS_MAX);
}

/** With each of its abbreviations as a whole word. */
function writtenOut(value: string): string[] {
  let found = [''];
  let isCut = false;
  for (const token of value.match(/\p{L}+\.?|[^\p{L}]+/gu) ?? []) {
    const word = fold(token.replace('.', ''));
    const whole = token.endsWith('.') || BARE.test(word) ? (CUT[word] ?? []) : [];
    isCut ||= whole.length > 0;
    found = (whole.length > 0 ? whole : [token]).flatMap((one) => found.map((before) => before + one));
    if (found.length > SPELLINGS_MAX) break;
  }
  return isCut ? found : [];
}

/** «Clínica Vital Brazil» of «Clínica Vet. Vital Brazil»: the words of a name without the shortened ones within it; null where it has none. */
function withoutAbbreviations(value: string): string | null {
  const words = value.trim().split(/\s+/);
  const kept = words.filter(
    (word, at) => at === 0 || at === words.length - 1 || !/^\p{L}{1,6}\.$/u.test(word),
  );
  const isName = kept.filter((word) => /^\p{L}{3,}$/u.test(word)).length > 1;
  return isName && kept.length < words.length ? kept.join(' ') : null;
}

/** A name of several words with its abbreviations written out, and without those in its middle. */
export function shorterNames(column: string, value: string): ValuePhrase[] {
  const names = [...otherSpellings(value), withoutAbbreviations(value)].filter((name) => name !== null);
  return names
    .map(basesOf)
    .filter((bases) => bases.length > 1)
    .map((bases) => ({ bases, column, values: [value], strength: 'short' }));
}

/**
 * «atendimento» alone is no «Em atend.»: of a word that is written out one word says nothing, but for a code such as S10,
 * and for the noun that a name begins with: «manutenção» of «MANUT. CORRETIVA».
 */
export const isNameOfSpelling = ({ bases, strength }: ValuePhrase, text: string): boolean =>
  bases.length > 1 ||
  strength === 'whole' ||
  strength === 'short' ||
  (strength === 'head' && basesOf(text)[0] === bases[0]) ||
  /\d/.test(bases[0] ?? '');
