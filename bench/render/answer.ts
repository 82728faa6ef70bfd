/** A long answer in Portuguese Markdown, the same for the same seed, and the pieces a model would send it in. */
import { decodeGenerator, encode } from 'gpt-tokenizer/encoding/o200k_base';

const WORDS =
  'prazo recurso servidor decisão análise contrato cidadão processo documento órgão município certidão etapa relatório orçamento fiscal pedido registro atendimento licença aprovação publicação edital anexo comissão vigência parecer notificação requerimento protocolo convênio repasse'.split(
    ' ',
  );
const VERBS =
  'exige define altera comprova suspende renova acompanha detalha substitui confirma encerra autoriza'.split(
    ' ',
  );
const LINKERS = 'quando conforme porque enquanto embora caso'.split(' ');

const CODES = [
  [
    'sql',
    "select m.nome, count(*) as pedidos\nfrom municipios m\njoin pedidos p on p.municipio_id = m.id\nwhere p.criado_em >= date '2026-01-01'\n  and p.situacao <> 'cancelado'\ngroup by m.nome\nhaving count(*) > 10\norder by pedidos desc\nlimit 20;",
  ],
  [
    'ts',
    'export function prazoFinal(inicio: Date, dias: number): Date {\n  const fim = new Date(inicio);\n  fim.setUTCDate(fim.getUTCDate() + dias);\n  // Um prazo que cai no domingo termina na segunda-feira.\n  if (fim.getUTCDay() === 0) fim.setUTCDate(fim.getUTCDate() + 1);\n  return fim;\n}',
  ],
  [
    'json',
    '{\n  "municipio": "Recife",\n  "pedidos": [\n    { "numero": 1284, "situacao": "aprovado", "valor": 6000.5 },\n    { "numero": 1285, "situacao": "em análise", "valor": null }\n  ]\n}',
  ],
  [
    'python',
    'def media(valores: list[float]) -> float:\n    """A média, ou zero quando não há valores."""\n    if not valores:\n        return 0.0\n    return sum(valores) / len(valores)\n\nprint(f"média: {media([1, 2, 3]):.2f}")',
  ],
] as const;

/** Text of about `tokens` tokens: whole sections, so that nothing ends half-way. */
export function longAnswer(tokens: number, seed: number): string {
  const random = randomFrom(seed);
  const parts: string[] = [];
  for (let section = 1, written = 0; written < tokens; section++) {
    const part = sectionOf(section, random);
    parts.push(part);
    written += encode(part).length;
  }
  return `${parts.join('\n\n')}\n\n${LAST_WORDS}`;
}

/** How the answer ends; it was drawn whole when these words stand on the page. */
export const LAST_WORDS = 'Aqui a resposta termina.';

/** The text of each token; one that ends within a character comes together with the next. */
export const tokensOf = (text: string): string[] => [...decodeGenerator(encode(text))];

type Random = () => number;

/** Mulberry32: small, and good enough to vary sentences. */
function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function sectionOf(number: number, random: Random): string {
  const code = CODES[number % CODES.length] ?? CODES[0];
  return [
    `${number % 3 === 1 ? '##' : '###'} ${number}. ${capital(phrase(random, 3))}`,
    paragraph(random, 4),
    list(random, number % 2 === 0),
    paragraph(random, 3),
    number % 2 === 0 ? table(random) : `\`\`\`${code[0]}\n${code[1]}\n\`\`\``,
    number % 4 === 0 ? `> ${sentence(random)} ${sentence(random)}` : paragraph(random, 2),
  ].join('\n\n');
}

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const repeat = (times: number, make: () => string) => Array.from({ length: times }, make);

const phrase = (random: Random, words: number) =>
  repeat(words, () => pick(random, WORDS)).join(random() < 0.5 ? ' de ' : ' e ');

/** About every third sentence carries a citation, every fourth emphasis, every eighth code or a link. */
function sentence(random: Random): string {
  const marked = random();
  const object =
    marked < 0.25
      ? `**${phrase(random, 2)}**`
      : marked < 0.35
        ? `\`${pick(random, WORDS)}_id\``
        : marked < 0.42
          ? `[${phrase(random, 2)}](https://www.exemplo.gov.br/${pick(random, VERBS)})`
          : marked < 0.5
            ? `*${phrase(random, 1)}*`
            : phrase(random, 2);
  const end = random() < 0.35 ? `.[${1 + Math.floor(random() * 8)}]` : '.';
  return capital(
    `o ${pick(random, WORDS)} ${pick(random, VERBS)} o ${object} ${pick(random, LINKERS)} a ${phrase(random, 2)} ${pick(random, VERBS)} o ${pick(random, WORDS)}${end}`,
  );
}

const paragraph = (random: Random, sentences: number) => repeat(sentences, () => sentence(random)).join(' ');

function list(random: Random, numbered: boolean): string {
  return repeat(5, () => sentence(random))
    .map((item, index) => {
      const mark = numbered ? `${index + 1}.` : '-';
      const nested = index === 2 ? `\n   - ${sentence(random)}\n   - ${sentence(random)}` : '';
      return `${mark} ${item}${nested}`;
    })
    .join('\n');
}

function table(random: Random): string {
  const row = () =>
    `| ${capital(pick(random, WORDS))} | ${pick(random, VERBS)} | ${Math.floor(random() * 9_000)} | **${pick(random, WORDS)}** [${1 + Math.floor(random() * 8)}] |`;
  return ['| Etapa | Efeito | Dias | Fonte |', '|---|---|---:|---|', ...repeat(6, row)].join('\n');
}
