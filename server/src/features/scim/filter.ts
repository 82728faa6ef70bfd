/** Paths of attributes and filters of SCIM: `emails[type eq "work"].value`, `userName eq "ana" and active eq true`. */
import { SCIM_SCHEMAS } from '#contract/scim.ts';
import { AppError } from '../../app-error.ts';

/** `attribute` and `sub` in lower case: the protocol compares names without case. */
export type AttributePath = {
  /** An attribute, or the address of the extension. */
  attribute: string;
  /** Which elements of an attribute with several are meant. */
  where: Condition[];
  sub: string | null;
};

export type Condition = AttributePath & { value: string | number | boolean | null };

const ENTERPRISE = SCIM_SCHEMAS.enterprise.toLowerCase();
const CORE = [SCIM_SCHEMAS.user, SCIM_SCHEMAS.group].map((urn) => urn.toLowerCase());

const PATH =
  /(?:(urn:[\w:.-]+):)?([a-z$][\w$-]*)(?:\[((?:[^\]"\\]|"(?:[^"\\]|\\.)*")*)\])?(?:\.([a-z$][\w-]*))?/iy;
const EQUALS = /\s+eq\s+("(?:[^"\\]|\\.)*"|true|false|null|-?\d+(?:\.\d+)?)/iy;
const AND = /\s+and\s+/iy;
/** Names of which objects have something already. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

export function parsePath(text: string): AttributePath {
  const scanner = new Scanner(text.trim(), 'scim_path_invalid');
  const path = scanner.path();
  if (!scanner.isAtEnd()) throw new AppError('scim_path_invalid');
  return path;
}

export function parseFilter(text: string): Condition[] {
  const scanner = new Scanner(text.trim(), 'scim_filter_invalid');
  const conditions = [scanner.condition()];
  while (!scanner.isAtEnd()) {
    scanner.take(AND);
    conditions.push(scanner.condition());
  }
  return conditions;
}

/** Texts are compared without case, and a text that says true or false as what it says. */
export const sameValue = (one: unknown, other: unknown): boolean => folded(one) === folded(other);

const folded = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? `${value}`.toLowerCase()
    : '';

class Scanner {
  #at = 0;
  readonly #text: string;
  readonly #refusal: 'scim_path_invalid' | 'scim_filter_invalid';

  constructor(text: string, refusal: 'scim_path_invalid' | 'scim_filter_invalid') {
    this.#text = text;
    this.#refusal = refusal;
  }

  isAtEnd = () => this.#at === this.#text.length;

  take(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (!match) throw new AppError(this.#refusal);
    this.#at += match[0].length;
    return match;
  }

  path(): AttributePath {
    const [whole, urn = '', name = '', filter, sub] = this.take(PATH);
    if ([name, sub ?? ''].some((one) => FORBIDDEN.has(one.toLowerCase()))) throw new AppError(this.#refusal);
    const where = filter === undefined ? [] : parseFilter(filter);
    const attribute = name.toLowerCase();
    const plain = { attribute, where, sub: sub?.toLowerCase() ?? null };
    if (!urn) return plain;
    const address = `${urn}:${name}`.toLowerCase();
    if (whole.toLowerCase() === ENTERPRISE || CORE.includes(whole.toLowerCase()))
      return { attribute: address, where: [], sub: null };
    if (urn.toLowerCase() === ENTERPRISE) return { attribute: ENTERPRISE, where: [], sub: attribute };
    // Extensions that nothing is kept of.
    return CORE.includes(urn.toLowerCase()) ? plain : { ...plain, attribute: address };
  }

  condition(): Condition {
    const path = this.path();
    const [, literal = ''] = this.take(EQUALS);
    return { ...path, value: literalValue(literal) };
  }
}

function literalValue(literal: string): Condition['value'] {
  if (!literal.startsWith('"')) return JSON.parse(literal.toLowerCase()) as Condition['value'];
  try {
    return JSON.parse(literal) as string;
  } catch {
    throw new AppError('scim_filter_invalid');
  }
}
