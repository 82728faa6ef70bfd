/**
 * Refuses calls that make a giant value out of a short query. The embedded server limits the memory of a connection
 * (`backend-memory.ts`) and `prepare-role.sql` revokes what nobody needs; this covers a server of the operator's own,
 * where neither may have been possible.
 */
import type { ParseResult } from 'libpg-query';
import { functionNotAllowed } from '../content-problem.ts';

/** No column of a table is wider than this by padding. */
const WIDTH_MAX = 10_000;
const REFUSED = new Set(['repeat', 'array_fill']);
/** The place of the argument that says how wide the value becomes. */
const WIDTH_ARGUMENT = 1;
const PADDING = new Set(['lpad', 'rpad']);
/** Types that are filled up to their declared width. */
const FILLED = new Set(['bpchar', 'char', 'bit', 'varbit']);
/** The grammar takes 100 ms and 24 MB to load: a query without any of these words needs no look at its tree. */
const MAY_COST = /repeat|array_fill|[lr]pad|format|char|bit|u&"/i;

const KNOWN_MAX = 200;
const known = new Map<string, string | null>();

/** One sentence in Portuguese; null where nothing is refused, or where the query cannot be parsed. */
export async function costlyCallIn(query: string): Promise<string | null> {
  if (!MAY_COST.test(query)) return null;
  const before = known.get(query);
  if (before !== undefined) return before;
  const { parse } = await import('libpg-query');
  const tree = await (parse(query) as Promise<ParseResult>).catch(() => null);
  const refusal = tree && refusalWithin(tree);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(query, refusal);
  return refusal;
}

type Node = Record<string, unknown>;

function refusalWithin(node: unknown): string | null {
  if (typeof node !== 'object' || node === null) return null;
  for (const [kind, value] of Object.entries(node)) {
    const refusal =
      (kind === 'FuncCall' && refusalOfCall(value as Node)) ||
      (kind === 'typeName' && refusalOfType(value as Node)) ||
      refusalWithin(value);
    if (refusal) return refusal;
  }
  return null;
}

function refusalOfCall({ funcname, args = [] }: Node): string | null {
  const name = lastName(funcname);
  if (REFUSED.has(name)) return functionNotAllowed(name);
  const given = args as unknown[];
  const width = PADDING.has(name) ? integerOf(given[WIDTH_ARGUMENT]) : 0;
  if (width === null || width > WIDTH_MAX)
    return `a função ${name} precisa de um tamanho escrito na própria consulta, de no máximo ${inPortuguese(WIDTH_MAX)}.`;
  const widths = name === 'format' ? formatWidths(given[0]) : [];
  if (widths === null || widths.some((each) => each > WIDTH_MAX))
    return `a função format precisa de um modelo escrito na própria consulta, com larguras de no máximo ${inPortuguese(WIDTH_MAX)}.`;
  return null;
}

function refusalOfType({ names, typmods = [] }: Node): string | null {
  const width = integerOf((typmods as unknown[])[0]) ?? 0;
  if (!FILLED.has(lastName(names)) || width <= WIDTH_MAX) return null;
  return `um texto de largura fixa pode ter no máximo ${inPortuguese(WIDTH_MAX)} caracteres; use text.`;
}

const inPortuguese = (count: number) => count.toLocaleString('pt-BR');

function lastName(names: unknown): string {
  const last = (names as { String?: { sval?: string } }[] | undefined)?.at(-1);
  return last?.String?.sval ?? '';
}

type Constant = { A_Const?: { ival?: { ival?: number }; sval?: { sval?: string } } };

/** Zero has no `ival` of its own in the tree. */
function integerOf(node: unknown): number | null {
  const { ival } = (node as Constant | undefined)?.A_Const ?? {};
  return ival ? (ival.ival ?? 0) : null;
}

/** The widths of `%10s`; null for a template, or a width, that only the database knows. */
function formatWidths(node: unknown): number[] | null {
  const { sval } = (node as Constant | undefined)?.A_Const ?? {};
  if (!sval) return null;
  const template = sval.sval ?? '';
  if (/%[\d$-]*\*/.test(template)) return null;
  return [...template.matchAll(/%(?:\d+\$)?-?(\d+)/g)].map(([, width]) => Number(width));
}
