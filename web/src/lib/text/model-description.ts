/**
 * The description of a model in English, for the screens that are English. It is keyed by the sentence and not by the model: one
 * that an installation has written itself is shown as it is.
 */
const english: { [sentence: string]: string } = {
  'Versátil e rápido para o dia a dia.': 'Versatile and fast for everyday use.',
  'Raciocínio forte para perguntas difíceis.': 'Strong reasoning for hard questions.',
  'Bom equilíbrio entre custo e qualidade.': 'A good balance of cost and quality.',
  'O mais leve, para respostas curtas.': 'The lightest, for short answers.',
  'Texto cuidadoso e boa leitura de documentos.': 'Careful writing and good reading of documents.',
  'Leitura atenta, respostas estruturadas.': 'Attentive reading, structured answers.',
  'Rápido e econômico.': 'Fast and economical.',
  'O mais indicado para responder com documentos.': 'The best choice for answering from documents.',
  'Muito contexto e resposta rápida.': 'A large context and quick answers.',
  'Muito contexto com o menor custo.': 'A large context at the lowest cost.',
  'O mais capaz da OpenAI, para perguntas difíceis.': 'OpenAI’s most capable, for hard questions.',
  'O mais capaz da Anthropic, para textos longos e difíceis.':
    'Anthropic’s most capable, for long and difficult texts.',
};

export const descriptionInEnglish = (description: string): string =>
  __LANGUAGE__ === 'pt-BR' ? description : (english[description] ?? description);
