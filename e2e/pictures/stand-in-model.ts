/** Answers like a model that has read the passages: the written answer, with the numbers under which they came. */
import { openProviderStub } from '../../server/test/providers/provider-stub.ts';

type Exchange = { question: string; answer: string };

export async function openModel(exchanges: Exchange[]) {
  const stub = await openProviderStub();
  stub.sayTo((body) => {
    // The present question stands behind the earlier ones.
    const told = body.replaceAll('\\n', '\n').replaceAll('\\"', '"');
    const asked = exchanges.find(({ question }) =>
      told.slice(told.lastIndexOf('<pergunta>')).includes(question),
    );
    if (!asked) return undefined;
    const answer = numbered(asked.answer, passagesIn(told.slice(told.lastIndexOf('<trechos>'))));
    return {
      pieces: answer.match(/\S+\s*/g) ?? [],
      usage: { input: Math.ceil(told.length / 4), output: Math.ceil(answer.length / 4) },
    };
  });
  return stub;
}

const passagesIn = (text: string): [number: string, passage: string][] =>
  [...text.matchAll(/<trecho n="(\d+)"[^>]*>([\s\S]*?)<\/trecho>/g)].map(([, number = '', passage = '']) => [
    number,
    passage.replaceAll(/\s+/g, ' '),
  ]);

/** `{words}` becomes `[2]` when the second passage holds them. A picture must not show a source that is none. */
function numbered(answer: string, passages: [string, string][]): string {
  return answer.replaceAll(/ ?\{([^}]+)\}/g, (_, words: string) => {
    const found = passages.find(([, passage]) => passage.includes(words));
    if (!found) throw new Error(`no passage says «${words}»`);
    return `[${found[0]}]`;
  });
}
