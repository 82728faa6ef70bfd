/** Made-up personal data with right check digits in many spellings. */
import type { PersonalDataKind } from '#contract/personal-data.ts';

/** A repeatable chance, by a linear congruential generator. */
export function chanceOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Chance = ReturnType<typeof chanceOf>;

export const digits = (chance: Chance, count: number) =>
  Array.from({ length: count }, () => chance(10)).join('');

/** A check digit modulo 11, by the rule of the tax authority: weights from 2 upwards from the right. */
function mod11(text: string, most: number): string {
  let weight = 2;
  let sum = 0;
  for (const character of text.split('').reverse()) {
    sum += (character.charCodeAt(0) - 48) * weight;
    weight = weight === most ? 2 : weight + 1;
  }
  const rest = 11 - (sum % 11);
  return rest > 9 ? '0' : String(rest);
}

const withCheck = (text: string, most: number) => text + mod11(text, most);

function cns(chance: Chance): string {
  for (;;) {
    const number = `${[1, 2, 7, 8, 9][chance(5)]}${digits(chance, 14)}`;
    if (number.split('').reduce((sum, digit, place) => sum + Number(digit) * (15 - place), 0) % 11 === 0)
      return number;
  }
}

function card(chance: Chance): string {
  const begun = ['4', '52', '2345', '6011', '506699', '3528'][chance(6)] ?? '4';
  const number = begun + digits(chance, 15 - begun.length);
  for (let last = 0; ; last += 1) {
    const doubled = number.split('').map((digit, place) => Number(digit) * (place % 2 ? 1 : 2));
    if ((doubled.reduce((sum, one) => sum + (one > 9 ? one - 9 : one), 0) + last) % 10 === 0)
      return number + last;
  }
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The kinds that are numbers, by groups as they are printed. */
const GROUPS = {
  cpf: [3, 3, 3, 2],
  cnpj: [2, 3, 3, 4, 2],
  pis: [3, 5, 2, 1],
  cns: [3, 4, 4, 4],
  card: [4, 4, 4, 4],
};

export const PRINTED = {
  cpf: ['.', '.', '-'],
  cnpj: ['.', '.', '/', '-'],
  pis: ['.', '.', '-'],
  cns: [' ', ' ', ' '],
  card: [' ', ' ', ' '],
};

type Numbered = keyof typeof GROUPS;

export const numberOf: Record<Numbered, (chance: Chance) => string> = {
  cpf: (chance) => withCheck(withCheck(digits(chance, 9), 11), 11),
  cnpj: (chance) => {
    const letters = chance(2)
      ? Array.from({ length: 12 }, () => ALPHABET[chance(36)]).join('')
      : digits(chance, 12);
    return withCheck(withCheck(letters, 9), 9);
  },
  pis: (chance) => withCheck(digits(chance, 10), 9),
  cns,
  card,
};

export function parted(value: string, kind: Numbered, separators: readonly string[]): string {
  let from = 0;
  return GROUPS[kind]
    .map((length, place) => {
      const group = value.slice(from, from + length);
      from += length;
      return place ? (separators[(place - 1) % separators.length] ?? '') + group : group;
    })
    .join('');
}

const inScript = (zero: number) => (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

/** Twenty ways to write a number. */
export const SPELLINGS: readonly ((value: string, kind: Numbered) => string)[] = [
  (value, kind) => (kind === 'pis' ? `PIS nº ${value}` : value),
  (value, kind) => parted(value, kind, PRINTED[kind]),
  ...[
    ' ',
    '.',
    '-',
    '/',
    '\u00a0',
    '\u2013',
    '\u2014',
    '. ',
    ' - ',
    '  ',
    '\n',
    '.\n',
    '-\r\n    ',
    '\t',
    '\u202f',
  ].map((separator) => (value: string, kind: Numbered) => parted(value, kind, [separator])),
  (value, kind) => inScript(0xff10)(parted(value, kind, PRINTED[kind])),
  (value, kind) => inScript(0x0660)(parted(value, kind, PRINTED[kind])),
  (value, kind) => parted(value, kind, ['\u00ad.', '\u200b-']),
];

const NAMES = ['ana', 'jose.silva', 'maria_souza', 'j.p-lima', 'contato+rh', 'joão.luís'];
const DOMAINS = ['exemplo.com.br', 'prefeitura.sp.gov.br', 'mail.example', 'a-b.org', 'correio.net'];

function email(chance: Chance, place: number): string {
  const written = `${NAMES[chance(NAMES.length)]}${chance(1000)}@${DOMAINS[chance(DOMAINS.length)]}`;
  return place % 3 ? written : written.toUpperCase();
}

function phone(chance: Chance, place: number): string {
  const area = `${1 + chance(9)}${1 + chance(9)}`;
  const [first, last] = [
    chance(2) ? `9${digits(chance, 4)}` : `${2 + chance(4)}${digits(chance, 3)}`,
    digits(chance, 4),
  ];
  const forms = [
    `(${area}) ${first}-${last}`,
    `${area} ${first}-${last}`,
    `+55 ${area} ${first}-${last}`,
    `(0${area})${first} ${last}`,
    `${area}-${first}${last}`,
    `+55 (${area}) ${first}.${last}`,
  ];
  return forms[place % forms.length] ?? '';
}

export type MadeDatum = {
  kind: PersonalDataKind /** Without punctuation. */;
  value: string;
  written: string;
};

const KINDS = ['cpf', 'cnpj', 'pis', 'cns', 'card', 'email', 'phone'] as const;

/** Each kind in each of its spellings, in turn. */
export function madeData(
  count: number,
  seed: number,
  kinds: readonly PersonalDataKind[] = KINDS,
): MadeDatum[] {
  const chance = chanceOf(seed);
  return Array.from({ length: count }, (_, place) => {
    const kind = kinds[place % kinds.length] ?? 'cpf';
    const round = Math.floor(place / kinds.length);
    if (kind === 'email' || kind === 'phone') {
      const written = kind === 'email' ? email(chance, round) : phone(chance, round);
      return { kind, written, value: written };
    }
    const value = numberOf[kind](chance);
    return { kind, value, written: SPELLINGS[round % SPELLINGS.length]?.(value, kind) ?? value };
  });
}

const SENTENCES = [
  (written: string) => `O servidor de ${written} pediu férias.`,
  (written: string) => `Titular: ${written}`,
  (written: string) => `(${written}), conforme o art. 5º, XX`,
  (written: string) => `dados:${written};`,
  (written: string) => `«${written}» é meu. Qual o prazo?`,
];

/** A datum within a sentence. */
export const sentenceWith = (written: string, place: number): string =>
  SENTENCES[place % SENTENCES.length]?.(written) ?? written;
