/** robots.txt (RFC 9309): which paths a crawler may ask for, how slowly, and where the sitemaps are. */

export type Robots = {
  allows(path: string): boolean;
  /** Between two requests. */
  delay_ms: number;
  sitemaps: string[];
};

const NAME = 'prosa';
const DELAY_MS = 1_000;
const DELAY_MAX_MS = 10_000;
/** More is not read; the standard asks for as much. */
const LETTERS_MAX = 500 * 1024;
const RULES_MAX = 2_000;
/** The rest of a pattern with more wildcards counts as anything: the file is a stranger's, and asked for each link of each page. */
const WILDCARDS_MAX = 10;

/** `pieces`: the texts between the wildcards. */
type Rule = { isAllowed: boolean; length: number; pieces: string[]; isWhole: boolean };
type Group = { names: string[]; rules: Rule[]; delay: number | null };

export const NO_ROBOTS: Robots = { allows: () => true, delay_ms: DELAY_MS, sitemaps: [] };

export function parseRobots(text: string): Robots {
  const { groups, sitemaps } = groupsOf(text.slice(0, LETTERS_MAX));
  const own = groups.filter(({ names }) => names.includes(NAME));
  const chosen = own.length ? own : groups.filter(({ names }) => names.includes('*'));
  const rules = chosen.flatMap((group) => group.rules).slice(0, RULES_MAX);
  const delay = chosen.reduce((most, group) => Math.max(most, group.delay ?? 0), 0);
  return {
    // The longest rule that fits decides; of two equal ones, the one that allows.
    allows(path) {
      let best: Rule | null = null;
      for (const rule of rules) {
        const isBetter =
          !best || rule.length > best.length || (rule.length === best.length && rule.isAllowed);
        if (isBetter && fits(rule, path)) best = rule;
      }
      return best?.isAllowed ?? true;
    },
    delay_ms: Math.min(DELAY_MAX_MS, Math.max(DELAY_MS, delay * 1_000)),
    sitemaps,
  };
}

/** Fields of a group's rules; others do not end the row of names above them. */
const RULE_FIELDS = new Set(['allow', 'disallow', 'crawl-delay']);

function groupsOf(text: string): { groups: Group[]; sitemaps: string[] } {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let isNaming = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const { field, value } = fieldOf(line);
    const group = groups.at(-1);
    if (field === 'sitemap') sitemaps.push(value);
    else if (field === 'user-agent') {
      const name = value.toLowerCase().split('/')[0] ?? '';
      // Names that follow each other share the rules below them.
      if (group && isNaming) group.names.push(name);
      else groups.push({ names: [name], rules: [], delay: null });
      isNaming = true;
    } else if (group && RULE_FIELDS.has(field)) {
      isNaming = false;
      addRule(group, field, value);
    }
  }
  return { groups, sitemaps };
}

function fieldOf(line: string): { field: string; value: string } {
  const [, field = '', value = ''] = /^\s*([a-z-]+)\s*:\s*(.*)$/i.exec(line.replace(/#.*/, '')) ?? [];
  return { field: field.toLowerCase(), value: value.trim() };
}

function addRule(group: Group, field: string, value: string): void {
  if (field === 'crawl-delay') {
    if (/^\d+(\.\d+)?$/.test(value)) group.delay = Number(value);
  } else if (value) group.rules.push(ruleOf(value, field === 'allow'));
}

function ruleOf(pattern: string, isAllowed: boolean): Rule {
  const isEnded = pattern.endsWith('$');
  const all = (isEnded ? pattern.slice(0, -1) : pattern).split('*');
  const pieces = all.slice(0, WILDCARDS_MAX + 1);
  return { isAllowed, length: pattern.length, pieces, isWhole: isEnded && pieces.length === all.length };
}

/** Each piece where it stands first, behind the one before: with wildcards for anything nothing has to be tried again. */
function fits({ pieces: [first = '', ...others], isWhole }: Rule, path: string): boolean {
  if (!path.startsWith(first)) return false;
  if (isWhole && !others.length) return path === first;
  let at = first.length;
  const last = isWhole ? others.pop() : undefined;
  for (const piece of others) {
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return last === undefined || (path.length - at >= last.length && path.endsWith(last));
}
