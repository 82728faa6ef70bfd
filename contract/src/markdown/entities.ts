/**
 * Character references. The everyday names, those of HTML 4, are always here; the other 1,881 of HTML 5 are added with
 * `addEntities(RARE_ENTITIES)`. A browser would decode them only through `innerHTML`, which the page's content security
 * policy forbids.
 */

/** Names of the characters from U+00A0 on, in order. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Names of the characters from U+0391 on, in order; the dash stands where Unicode has no letter. */
const GREEK =
  'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi Omega';
const SMALL_GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega';

const OTHERS =
  'quot " amp & apos \' lt < gt > ensp \u2002 emsp \u2003 thinsp \u2009 zwnj \u200c zwj \u200d ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † Dagger ‡ bull • hellip … permil ‰ prime ′ Prime ″ lsaquo ‹ rsaquo › euro € trade ™ larr ← uarr ↑ rarr → darr ↓ harr ↔ rArr ⇒ hArr ⇔ forall ∀ part ∂ exist ∃ empty ∅ isin ∈ notin ∉ prod ∏ sum ∑ minus − radic √ infin ∞ and ∧ or ∨ cap ∩ cup ∪ int ∫ there4 ∴ asymp ≈ ne ≠ equiv ≡ le ≤ ge ≥ sub ⊂ sup ⊃ OElig Œ oelig œ Scaron Š scaron š check ✓ cross ✗ star ☆ Tab \t NewLine \n excl ! num # dollar $ percnt % lpar ( rpar ) ast * plus + comma , period . sol / colon : semi ; equals = quest ? commat @ lsqb [ lbrack [ bsol \\ rsqb ] rbrack ] Hat ^ lowbar _ grave ` lcub { lbrace { verbar | vert | rcub } rbrace }';

let everyday: Map<string, string> | undefined;

function names(): Map<string, string> {
  everyday ??= everydayNames();
  return everyday;
}

/** Adds names and their characters, `name character name character …`; they hold for every later text. */
export function addEntities(table: string): void {
  const words = table.split(' ');
  for (let i = 0; i < words.length; i += 2) names().set(words[i] as string, words[i + 1] as string);
}

/** Whether a text holds a reference by a name that is not known yet. */
export function hasUnknownEntity(text: string): boolean {
  if (!text.includes('&')) return false;
  return [...text.matchAll(/&([a-zA-Z][a-zA-Z\d]{1,31});/g)].some(([, name]) => !names().has(name as string));
}

/** The character of a reference without its `&` and `;` (`name`, `#233`, `#xe9`), or undefined. */
export function characterOf(reference: string): string | undefined {
  if (reference[0] !== '#') return names().get(reference);
  const hexadecimal = reference[1] === 'x' || reference[1] === 'X';
  const code = Number.parseInt(reference.slice(hexadecimal ? 2 : 1), hexadecimal ? 16 : 10);
  return isCharacter(code) ? String.fromCodePoint(code) : '\ufffd';
}

/** Surrogates, control characters and noncharacters of Unicode are refused. */
function isCharacter(code: number): boolean {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return false;
  if ((code >= 0xfdd0 && code <= 0xfdef) || (code & 0xfffe) === 0xfffe) return false;
  return (code > 31 && (code < 127 || code > 159)) || code === 9 || code === 10 || code === 12;
}

function everydayNames(): Map<string, string> {
  const all = new Map<string, string>();
  const inOrder = (words: string, first: number) => {
    for (const [index, name] of words.split(' ').entries()) all.set(name, String.fromCharCode(first + index));
  };
  inOrder(LATIN, 0xa0);
  inOrder(GREEK, 0x391);
  inOrder(SMALL_GREEK, 0x3b1);
  const others = OTHERS.split(' ');
  for (let i = 0; i < others.length; i += 2) all.set(others[i] as string, others[i + 1] as string);
  return all;
}

const REFERENCE = /&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{1,31});/y;

/** The reference at this place of the text: its character and where it ends. */
export function referenceAt(text: string, at: number): { character: string; end: number } | undefined {
  REFERENCE.lastIndex = at;
  const found = REFERENCE.exec(text);
  const character = found && characterOf(found[1] as string);
  return character ? { character, end: REFERENCE.lastIndex } : undefined;
}

/** Resolves escapes and references of an address, a title or the language of a code block. */
export function unescaped(text: string): string {
  if (!/[\\&]/.test(text)) return text;
  return text.replace(
    /\\([!-/:-@[-`{-~])|&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{1,31});/g,
    (whole, escaped: string | undefined, reference: string | undefined) =>
      escaped ?? characterOf(reference as string) ?? whole,
  );
}
