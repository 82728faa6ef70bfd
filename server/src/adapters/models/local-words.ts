/** Portuguese words made comparable: without accents, case, and most of their endings. */

const STOP_WORDS = new Set(
  `a ao aos aquela aquelas aquele aqueles aquilo as ate cada com como contra cujo da das de dela delas dele deles depois
  do dos e ela elas ele eles em entao entre era essa essas esse esses esta estao estar estas este estes eu foi for foram
  ha isso isto ja la lhe lhes mais mas me mesma mesmo meu meus minha minhas muito na nao nas nem no nos nossa nosso num
  numa o onde os ou para pela pelas pelo pelos pois por porque pra qual quais quando quanta quantas quanto quantos que
  quem se sem ser sera seu seus so sao sobre sua suas tambem te tem tenho ter teu um uma umas uns vai vao voce voces
  posso pode podem preciso precisa devo deve devem faco faz fazem fazer existe existem gostaria saber quero queria favor
  diga fale explique mostre liste traga encontre oi ola the of and to in is what how`.split(/\s+/),
);

/** Longest first; each leaves at least three letters, so that short words keep what tells them apart. */
const ENDINGS =
  `amentos imentos amento imento acoes icoes ucoes acao icao ucao coes cao soes sao adores edores idores
  adoras adora ador edor idor antes entes ante ente aveis iveis avel ivel mente aram eram iram avam ando endo indo ados
  idos adas idas ado ido ada ida aria eria iria arem erem irem amos emos imos ares eres ires ais eis ois uis ias ios ar
  er ir am em ou eu iu ia io al el il ol ul oes aes aos ns as es os is a e o m s`
    .split(/\s+/)
    .sort((one, other) => other.length - one.length);

const GREETINGS = new Set('oi ola opa alo bom boa bem dia tarde noite tudo prazer tchau ate logo'.split(' '));
const THANKS = new Set('obrigado obrigada obrigados valeu agradeco grato grata'.split(' '));

/** Whether a message only greets or only thanks; a question among it makes it a question. */
export function courtesyOf(question: string): 'greeting' | 'thanks' | null {
  const words = tokensOf(question);
  const says = (some: Set<string>) => words.some((word) => some.has(word));
  const isCourtesy = words.every((word) => GREETINGS.has(word) || THANKS.has(word) || STOP_WORDS.has(word));
  if (!isCourtesy || !(says(GREETINGS) || says(THANKS))) return null;
  return says(THANKS) ? 'thanks' : 'greeting';
}

export const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** The stems of a text in their order, everything included. */
export function stemsOf(text: string): string[] {
  return tokensOf(text).map(stemOf);
}

/** The stems a question asks about; a question of nothing but little words keeps them. */
export function questionStems(question: string): string[] {
  const tokens = tokensOf(question);
  const content = tokens.filter((token) => !STOP_WORDS.has(token));
  return [...new Set((content.length > 0 ? content : tokens).map(stemOf))];
}

/** Numbers keep their separators: 1.234,56 and 012/2025 are one word each. */
function tokensOf(text: string): string[] {
  return folded(text).match(/\p{N}+(?:[.,:/]\p{N}+)*|[\p{L}\p{N}]+/gu) ?? [];
}

function stemOf(token: string): string {
  if (token.length <= 3 || /\p{N}/u.test(token)) return token;
  const ending = ENDINGS.find((end) => token.endsWith(end) && token.length - end.length >= 3);
  return ending ? token.slice(0, -ending.length) : token;
}

/** One slip of the keyboard apart, or two in a long word. */
export function isNear(one: string, other: string): boolean {
  const slips = Math.min(one.length, other.length) >= 8 ? 2 : 1;
  if (one.length < 4 || Math.abs(one.length - other.length) > slips) return false;
  return distance(one, other) <= slips;
}

/** Insertions, deletions, replacements and swaps of neighbours. */
function distance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && isSwap) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      line.push(cost);
    }
    beforeLast = last;
    last = line;
  }
  return last[other.length] ?? 0;
}
