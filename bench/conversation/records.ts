/** A thousand questions and answers of every kind that are written, the same in each run. */

export type LongRecord = { question: string; answer: string };

const WORDS =
  'a cidade tem prazo de trinta dias para responder ao pedido que o morador fez na prefeitura e o documento deve trazer assinatura data e número do processo'.split(
    ' ',
  );

export const lastWords = (count: number) => `Fim da resposta ${count}.`;

export function longConversation(count: number, seed: number): LongRecord[] {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  const some = (words: number) =>
    Array.from({ length: words }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');

  return Array.from({ length: count }, (_, index) => {
    const n = index + 1;
    const parts = [`Resposta ${n}. ${some(30)}.`];
    if (n % 3 === 0) parts.push(`1. **${some(3)}**: ${some(12)}\n2. ${some(9)}\n3. ${some(15)}`);
    if (n % 5 === 0)
      parts.push(
        `| Item | Valor |\n|---|---|\n| ${some(2)} | ${n} |\n| ${some(2)} | ${n * 2} |\n| ${some(3)} | ${n * 3} |`,
      );
    if (n % 7 === 0) parts.push(`\`\`\`sql\nselect nome, prazo\nfrom pedidos\nwhere id = ${n};\n\`\`\``);
    parts.push(`${some(20 + Math.floor(random() * 80))}. ${lastWords(n)}`);
    return { question: `Pergunta ${n}: ${some(8)}?`, answer: parts.join('\n\n') };
  });
}
