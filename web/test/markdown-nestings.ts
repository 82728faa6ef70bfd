/** Deeply nested Markdown, twenty thousand characters of each kind. */
const SIZE = 20_000;

const filled = (piece: string) => piece.repeat(Math.floor(SIZE / piece.length));
const around = (open: string, close: string, inside = 'a') => {
  const count = Math.floor(SIZE / (open.length + close.length));
  return open.repeat(count) + inside + close.repeat(count);
};

/** Each line is indented further than the one before. */
function steps(mark: string, width = mark.length): string {
  const lines: string[] = [];
  for (let size = 0; size < SIZE; size += lines.at(-1)?.length ?? 0)
    lines.push(`${' '.repeat(lines.length * width)}${mark}passo\n`);
  return lines.join('');
}

function notes(separator: string): string {
  let text = 'Veja[^1].\n\n';
  for (let name = 1; text.length < SIZE; name++) text += `[^${name}]:${separator}`;
  return text;
}

export const nestings: readonly [kind: string, text: string][] = [
  ['quotes', filled('>')],
  ['quotes with spaces', filled('> ')],
  ['quotes over words', `${filled('>')}fundo\npreguiçosa`],
  ['quotes in a note', `Veja a nota[^a].\n\n[^a]: ${filled('>')}`],
  ['quotes in a note that goes on', `Veja a nota[^a].\n\n[^a]: um\n    ${filled('>')}`],
  ['quotes in an item with spaces', `1.    ${filled('> ')}`],
  ['quotes after an escape', `\\> ${filled('> ')}`],
  ['quotes line after line', filled(`${'>'.repeat(199)}\n`)],
  ['quotes deeper with each line', Array.from({ length: 199 }, (_, depth) => '>'.repeat(depth)).join('\n')],
  ['a quote that goes on without its mark', `> a\n${filled('b\n')}`],
  ['quotes that go on without their marks', `${'> '.repeat(30)}a\n${filled('b\n')}`],
  ['lists', `${filled('- ')}fundo`],
  ['numbered lists', filled('1. ')],
  ['lists by indentation', steps('- ')],
  ['numbered lists by indentation', steps('1. ')],
  ['lists by tabs', Array.from({ length: 199 }, (_, depth) => `${'\t'.repeat(depth)}- a`).join('\n')],
  ['an item that goes on without its indentation', `- a\n${filled('b\n')}`],
  ['tasks', filled('- [ ] ')],
  ['lists in quotes in lists', `${filled('> - ')}fundo`],
  ['numbers in quotes in lists', filled('> - 1. * ')],
  ['lists in quotes, spread over lines', Array.from({ length: 99 }, (_, n) => '> - '.repeat(n)).join('\n\n')],
  ['fences in lists', filled('- ```')],
  ['notes in notes', notes('')],
  ['notes in notes with spaces', notes(' ')],
  ['notes in quotes in notes', notes(' > ')],
  ['notes by indentation', `Veja[^a].\n\n${steps('[^a]: ', 4)}`],
  ['a note in itself', filled('[^a]: [^a] ')],
  ['calls of notes', `${filled('[^')}a]\n\n[^a]: nota`],
  ['brackets around the call of a note', `${around('[^', ']')}\n\n[^a]: nota`],
  ['brackets', filled('[')],
  ['closed brackets', around('[', ']')],
  ['links in links', around('[', '](https://a.br)')],
  ['links by name', `${around('[', '][x]')}\n\n[x]: https://a.br`],
  ['links without their end', filled('[a](')],
  ['round brackets of an address', `[a](${around('(', ')')})`],
  ['pictures in pictures', around('![', '](https://a.br)')],
  ['links and pictures in turn', around('[![', '](https://a.br)](https://a.br)')],
  ['stars', filled('*')],
  ['stars around a word', around('*', '*')],
  ['strong words', around('**a ', ' a**')],
  ['emphasis', around('*a ', ' a*')],
  ['emphasis by underscores', around('_a ', ' a_')],
  ['strong underscores', around('__a ', ' a__')],
  ['strong and emphasised in turn', around('**a *b ', ' b* a**')],
  ['stars around underscores', around('*_', '_*')],
  ['struck words', around('~~a ', ' a~~')],
  ['every mark in turn', around('**a _b ~~c ', ' c~~ b_ a**')],
  ['emphasis that is only opened', filled('**a ')],
  ['emphasis that is only closed', filled('a** ')],
  ['emphasis around links', around('*a [b](https://a.br) ', ' a*')],
  ['links around emphasis', `[${around('*a ', ' a*')}](https://a.br)`],
  ['emphasis in a heading', `# ${around('*a ', ' a*')}`],
  ['emphasis in a cell', `| a | b |\n|---|---|\n| ${around('*a ', ' a*')} | ${around('**a ', ' a**')} |`],
  ['brackets in a cell', `| a |\n|---|\n| ${around('[', '](https://a.br)')} |`],
  [
    'a table of more cells than were written',
    `${'|a'.repeat(2_500)}\n${'|-'.repeat(2_500)}\n${'a\n'.repeat(5_000)}`,
  ],
  ['tables in lists', filled('- | a |\n  |---|\n  ')],
  ['code', filled('`a``')],
  ['tags', filled('<b>')],
  ['tags that stand for blocks', filled('<div>\n')],
  ['tags without their end', filled('<a b="')],
  ['comments without their end', filled('<!--')],
  ['declarations without their end', `${filled('<!a ')}`],
  ['instructions without their end', `a${filled('<?')}>`],
  ['spaces before the end of a line', `a${filled(' ')}b\nc`],
  ['headings', filled('# ')],
  ['escapes', filled('\\')],
  ['references', filled('&#')],
  ['addresses', filled('http://a.br/(')],
  ['mail', filled('a@a.a_')],
];
