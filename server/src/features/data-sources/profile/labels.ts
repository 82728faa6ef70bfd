/** Labels and units, guessed from the names of columns. */
import type { ColumnKind } from '#contract/table-plan.ts';
import { portugueseName } from '../../../language/english-terms.ts';
import { fold } from '../../../language/words.ts';
import { nounOf, partsOfName } from '../parse/words/columns/shortened-names.ts';
import { isPriceFirst, sizeOf, spacedName, unitAtEnd } from './name-units.ts';
import { ACRONYMS, ENDINGS, FLAGS, SHORTENED, SMALL, SPELLED } from './name-words.ts';

/** A noun after one of these takes «de»: «Data de abertura». */
const BEFORE_OF = new Set([
  ...['data', 'tipo', 'quantidade', 'prazo', 'forma', 'hora', 'preço', 'categoria', 'condição', 'estado'],
]);
/** Adjectives and nouns in apposition do not: «Data prevista», «Data limite». */
const AFTER_WITHOUT_OF =
  /(civil|[aiu]d[oa]s?|al|ais|[áé][rd]i[oa]|ist[oa]|ert[oa]|eit[oa]|im[oa]|íni?m[oa]|limite|base|atual)$/;

/**
 * «valor_estimado» as «Valor estimado», «dt_abertura» as «Data de abertura», «cpf» as «CPF»; `kind` where it is known, and
 * `rows` for the noun of the rows.
 */
export function labelOf(name: string, kind?: ColumnKind, rows?: string): string {
  const parts = partsOfName(name)
    .filter((word, at, all) => at > 0 || all.length === 1 || !FLAGS.has(word.toLowerCase()))
    .map((word) => word.toLowerCase());
  const english = portugueseName(parts);
  if (english) return english.charAt(0).toUpperCase() + english.slice(1);
  const isPlaced = parts.some((part) =>
    /^(?:dest|destino|orig|origem|cli|cliente|res|entr|entrega)$/.test(part),
  );
  const isPaid = parts.some((part) => /^(?:pgto|pagto|pag|pagamento)$/.test(part));
  const words = parts.map(
    (part, at) =>
      markOf(part, at, { kind, parts }) ??
      sizeOf(part, parts.at(-1) ?? '') ??
      ofRows(part, at, { first: parts[0] ?? '', kind, rows }) ??
      byKind(part, { at, kind, first: parts[0] ?? '', isPlaced, isPaid }) ??
      BY_PLACE[part]?.[at === 0 ? 0 : 1] ??
      spelled(part, kind === 'date' || /^(?:dt|data)$/.test(parts[0] ?? '')),
  );
  const unit = parts.length > 1 ? unitAtEnd(parts, kind) : undefined;
  if (unit) words.splice(-1, 1, isPriceFirst(parts[0] ?? '') ? 'por' : 'em', unit);
  const [first = '', second] = words;
  const isOf =
    second !== undefined &&
    BEFORE_OF.has(first) &&
    !SMALL.has(second) &&
    !AFTER_WITHOUT_OF.test(second) &&
    /^\p{Ll}{3}/u.test(second);
  const label = (isOf ? [first, 'de', ...words.slice(1)] : words).join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** Beginnings that are another word in front than behind: «val_total», «dt_val», «prod_ton», «cd_prod». */
const BY_PLACE: Record<string, [first: string, later: string]> = Object.assign(Object.create(null), {
  val: ['valor', 'validade'],
  prod: ['produção', 'produto'],
});

/** Subjects of schools. */
const SUBJECTS: Record<string, string> = Object.assign(Object.create(null), {
  art: 'artes',
  bio: 'biologia',
  cie: 'ciências',
  fis: 'física',
  geo: 'geografia',
  hist: 'história',
  ing: 'inglês',
  mat: 'matemática',
  port: 'português',
  qui: 'química',
  red: 'redação',
});

/** «n_mat» is a mark in mathematics, where it is a number, and «dt_mat» the day of an enrolment. */
function markOf(
  part: string,
  at: number,
  { kind, parts: [first = '', subject = ''] }: { kind: ColumnKind | undefined; parts: string[] },
): string | undefined {
  if (kind !== 'number' || !/^(?:n|nota|media|med)$/.test(first) || !SUBJECTS[subject]) return undefined;
  if (at === 0) return first === 'n' ? 'nota' : undefined;
  return SUBJECTS[part];
}

/** «num_emp», «dt_emp» of a table of «empréstimos»: what is numbered, dated and sorted is what the rows are. */
function ofRows(
  part: string,
  at: number,
  { first, kind, rows = '' }: { first: string; kind: ColumnKind | undefined; rows: string | undefined },
): string | undefined {
  // «cod_emp» of many rows is that of a company, to which they belong.
  const isNumber = kind === 'identifier' && /^(?:n|nr|nro|nu|num|numero|cod|cd|codigo|id)$/.test(first);
  const isOfRow = at > 0 && (isNumber || /^(?:dt|data|tp|tipo|st|sit|vl)$/.test(first));
  const isCut = part.length >= 3 && !SPELLED.has(part) && rows.length > part.length + 1;
  return isOfRow && isCut && fold(rows).startsWith(part) ? rows : undefined;
}

/** Where a part stands in the name of a column: `first` is the beginning of the name, `isPlaced` and `isPaid` where another part names a place or a payment. */
type Standing = {
  at: number;
  kind: ColumnKind | undefined;
  first: string;
  isPlaced: boolean;
  isPaid: boolean;
};

type Meaning = { part: RegExp; word: string; where: (standing: Standing) => boolean };

const isAmount = ({ kind }: Standing): boolean => kind === 'number' || kind === 'money';
/** «qtd_vend» is a number of pieces, and «nome_vend» is somebody. */
const isQuantity = ({ first }: Standing): boolean => /^(?:qt|qtd|qtde|qde|quant|quantidade)$/.test(first);
/** «est_min» is a bound, and «tempo_min» is in minutes. */
const isBound = (standing: Standing): boolean =>
  isAmount(standing) && /^(?:est|estoque|saldo|qt|qtd|qtde)$/.test(standing.first);

/** Parts of names that are another word by the kind of their column or by their place; the first that fits. */
const BY_KIND: Meaning[] = [
  {
    part: /^fat$/,
    word: 'faturamento',
    where: ({ at, kind }) => at === 0 && kind !== 'category' && kind !== 'date',
  },
  {
    part: /^pr$/,
    word: 'preço',
    where: (standing) => standing.at === 0 && (isAmount(standing) || standing.kind === undefined),
  },
  { part: /^est$/, word: 'estoque', where: (standing) => standing.at === 0 && isAmount(standing) },
  { part: /^max$/, word: 'máxima', where: (standing) => isBound(standing) && isQuantity(standing) },
  { part: /^max$/, word: 'máximo', where: isBound },
  { part: /^min$/, word: 'mínima', where: (standing) => isBound(standing) && isQuantity(standing) },
  { part: /^m(?:in|ix|an)$/, word: 'mínimo', where: isBound },
  { part: /^vend$/, word: 'vendida', where: isQuantity },
  // Guests sooner than hospitals are counted, and neither is sure.
  { part: /^hosp$/, word: 'hosp', where: isQuantity },
  // «desc_pct» is a discount, and «desc_item» a description.
  { part: /^desc$/, word: 'desconto', where: isAmount },
  // «transp_esc» is a transport of pupils, and «nec_esp» a special need.
  {
    part: /^esc$/,
    word: 'escolar',
    where: ({ at, first }) => at > 0 && !/^(?:cod|cd|nm|nome|id|tp|tipo)$/.test(first),
  },
  { part: /^esp$/, word: 'especial', where: ({ first }) => first === 'nec' },
  // «nome_mot» is somebody, and «mot_cancel» a reason.
  {
    part: /^mot$/,
    word: 'motorista',
    where: ({ at, first }) => at > 0 && /^(?:cod|cd|nm|nome|id|cpf|mat|matr)$/.test(first),
  },
  // «cid_dest» is a city, and «cid» alone a disease.
  { part: /^cid$/, word: 'cidade', where: ({ isPlaced }) => isPlaced },
  // A day is that of an answer, and of nobody who is responsible.
  { part: /^resp$/, word: 'resposta', where: ({ kind, first }) => kind === 'date' || first === 'dt' },
  // «ano_fab» tells when it was made, and «fab» by whom.
  { part: /^fab$/, word: 'fabricação', where: ({ first }) => /^(?:ano|dt|data)$/.test(first) },
  // «cond_pgto» is a way of paying, and «vl_cond» what a flat costs.
  { part: /^cond$/, word: 'condição', where: ({ at, isPaid }) => at === 0 && isPaid },
  // A day is of no company.
  { part: /^emp$/, word: 'emp', where: ({ kind, first }) => kind === 'date' || first === 'dt' },
  // A number is of a time and of no sort: «tp_espera».
  { part: /^tp$/, word: 'tempo', where: isAmount },
  // «ano_prod» tells when it was made.
  {
    part: /^prod$/,
    word: 'produção',
    where: ({ at, first }) => at > 0 && /^(?:ano|dt|data|mes)$/.test(first),
  },
  // «mun_proced» is where somebody or something comes from.
  {
    part: /^proced$/,
    word: 'procedência',
    where: ({ first }) => /^(?:mun|munic|municipio|uf|cid|cidade|pais|estado|bairro|end|local)$/.test(first),
  },
  // «est_civil», «est_conserv» are a state: what is said of a stock is a number.
  { part: /^est$/, word: 'estado', where: ({ at, kind }) => at === 0 && kind === 'category' },
  // «prod» is a product where it holds words.
  {
    part: /^prod$/,
    word: 'produto',
    where: (standing) => standing.at === 0 && standing.kind !== undefined && !isAmount(standing),
  },
];

function byKind(part: string, standing: Standing): string | undefined {
  // «fat_12m»: in so many months.
  if (standing.at > 0 && /^\d+m$/.test(part)) return `${part.slice(0, -1)} meses`;
  return BY_KIND.find((meaning) => meaning.part.test(part) && meaning.where(standing))?.word;
}

function spelled(word: string, isDay: boolean): string {
  const plain = fold(word);
  if (plain !== word) return word;
  if (ACRONYMS.has(word)) return word.toUpperCase();
  const known = SHORTENED.get(word) ?? SPELLED.get(word) ?? nounOf(word, isDay);
  if (known) return known;
  if (word.length <= 2) return SMALL.has(word) ? word : word.toUpperCase();
  const ending = ENDINGS.find(([pattern]) => pattern.test(word));
  return ending ? word.replace(...ending) : word;
}

const MONEY =
  /valor|preco|custo\b|salario|montante|receita|despesa|orcamento|pagamento|saldo|divida|multa|vencimento|remuneracao|faturamento|gasto|mensalidade|anuidade|aluguel|tarifa|honorario|tributo|imposto|repasse|renda\b|bilheteria|arrecada|subsidio|patrocinio_|total (?:da |de |d[ao]s )?(?:vendas?|compras?|nota|conta|pedido)\b|verba\b|faturad|price|cost|amount|salary|revenue|\bfee|total_(?:pago|geral)|\bvl\b|\bvlr\b/;
const FEE =
  /taxa (?:de )?(?:inscricao|matricula|condominio|condominial|entrega|servico|adesao|administra|embarque|bancaria|extra)/;
const NO_MONEY = /quantidade|qtd|\bqt\b|\bdt\b|numero|dias|percent|\bpct\b|taxa|data|\bdate\b|prazo/;

/** «vlr_taxa», «valor_diaria»: an amount, of whatever it is. */
const AMOUNT_FIRST = /^(vl|vlr|vr|val|valor|preco|custo)\b/;

export const isMoneyName = (name: string): boolean => {
  const text = `${spacedName(name)} ${fold(labelOf(name))}`;
  return AMOUNT_FIRST.test(text) || FEE.test(text) || (MONEY.test(text) && !NO_MONEY.test(text));
};

/** Not «horario» and «hora_chegada», which are times of the day. */
const DURATION =
  /\b(?:duracao|durac|dur|tempos?|demora|espera|permanencia|jornada|horas|hrs|carga horaria|intervalo)\b/;

export const isDurationName = (name: string): boolean => DURATION.test(spacedName(name));

const IDENTIFIER =
  /\b(id|numero|num|nr|nro|nu|codigo|cod|cd|protocolo|matricula|processo|cpf|cnpj|placa|contrato|chave|uuid|registro)\b/;

export const isIdentifierName = (name: string): boolean => IDENTIFIER.test(spacedName(name));
