/** Two hundred clauses, each with what it does to which norm: fifty phrasings, four ways of naming a norm. */

/** As `repeals lei 3210/2015` or `repeals_in_part lei 3210/2015 art:5`. */
export type Clause = { text: string; means: string[] };

type Name = { written: string; key: string; of: string };

/** Four norms in a row, named in four ways. */
const NAMES: Name[][] = [
  [
    ['Lei nº 3.210, de 5 de março de 2015', 'lei 3210/2015', 'da'],
    ['Lei nº 1.420, de 12 de junho de 1999', 'lei 1420/1999', 'da'],
    ['Decreto nº 88, de 1º de abril de 2004', 'decreto 88/2004', 'do'],
  ],
  [
    ['Lei Complementar nº 95/1998', 'lei_complementar 95/1998', 'da'],
    ['Lei nº 777/2001', 'lei 777/2001', 'da'],
    ['Portaria nº 12/2019', 'portaria 12/2019', 'da'],
  ],
  [
    ['Decreto-Lei nº 4.657, de 1942', 'decreto_lei 4657/1942', 'do'],
    ['Resolução CNE/CES nº 2, de 2007', 'resolucao 2/2007', 'da'],
    ['Lei Municipal nº 10.101, de 2016', 'lei 10101/2016', 'da'],
  ],
  [
    ['Instrução Normativa n. 5, de 26.5.2017', 'instrucao_normativa 5/2017', 'da'],
    ['Portaria MEC nº 1.095, de 25.10.18', 'portaria 1095/2018', 'da'],
    ['Lei n° 9.527, de 10.12.97', 'lei 9527/1997', 'da'],
  ],
].map((row) => row.map(([written = '', key = '', of = '']) => ({ written, key, of })));

type Phrasing = (one: Name, two: Name, three: Name) => [text: string, ...means: string[]];

const QUOTE = (inner: string) => `“${inner}” (NR)`;

const PHRASINGS: Phrasing[] = [
  (a) => [`Art. 5º Fica revogada a ${a.written}.`, `repeals ${a.key}`],
  (a) => [`Art. 5º Fica expressamente revogado o ${a.written}.`, `repeals ${a.key}`],
  (a) => [`Art. 9º Revoga-se a ${a.written}.`, `repeals ${a.key}`],
  (a, b) => [`Ficam revogados a ${a.written}, e a ${b.written}.`, `repeals ${a.key}`, `repeals ${b.key}`],
  (a, b) => [
    `Art. 3º Ficam revogados:\n\nI - a ${a.written};\n\nII - a ${b.written}.`,
    `repeals ${a.key}`,
    `repeals ${b.key}`,
  ],
  (a, b, c) => [
    `Art. 3º Revogam-se:\n\na) a ${a.written};\n\nb) o art. 4º ${b.of} ${b.written}; e\n\nc) a ${c.written}.`,
    `repeals ${a.key}`,
    `repeals_in_part ${b.key} art:4`,
    `repeals ${c.key}`,
  ],
  (a) => [`Fica revogado o art. 7º ${a.of} ${a.written}.`, `repeals_in_part ${a.key} art:7`],
  (a) => [
    `Ficam revogados os arts. 7º a 9º ${a.of} ${a.written}.`,
    `repeals_in_part ${a.key} art:7 art:8 art:9`,
  ],
  (a) => [`Fica revogado o § 2º do art. 7º ${a.of} ${a.written}.`, `repeals_in_part ${a.key} art:7/par:2`],
  (a) => [
    `Fica revogado o parágrafo único do artigo 11 ${a.of} ${a.written}.`,
    `repeals_in_part ${a.key} art:11/par:unico`,
  ],
  (a) => [
    `Ficam revogados os incisos I e III do § 1º do art. 2º ${a.of} ${a.written}.`,
    `repeals_in_part ${a.key} art:2/par:1/inc:i art:2/par:1/inc:iii`,
  ],
  (a) => [
    `Revogam-se o art. 3º e o inciso IV do art. 10 ${a.of} ${a.written}.`,
    `repeals_in_part ${a.key} art:3 art:10/inc:iv`,
  ],
  (a, b) => [`Fica revogada a ${a.written}, que alterou a ${b.written}.`, `repeals ${a.key}`],
  (a, b) => [`Fica revogada a ${a.written}, alterada pela ${b.written}.`, `repeals ${a.key}`],
  (a, b) => [`Fica revogada a ${a.written}, ressalvado o disposto na ${b.written}.`, `repeals ${a.key}`],
  (a, b) => [
    `Fica revogado o art. 6º ${a.of} ${a.written}, com a redação dada pela ${b.written}.`,
    `repeals_in_part ${a.key} art:6`,
  ],
  (a, b) => [`Fica revogada a ${a.written}, mantidos os efeitos ${b.of} ${b.written}.`, `repeals ${a.key}`],
  (a) => [`Art. 20. Revogam-se as disposições em contrário, em especial a ${a.written}.`, `repeals ${a.key}`],
  (a) => [
    `Revogam-se as disposições em contrário, especialmente o art. 2º ${a.of} ${a.written}.`,
    `repeals_in_part ${a.key} art:2`,
  ],
  () => ['Art. 20. Revogam-se as disposições em contrário.'],
  (a) => [`A ${a.written}, fica revogada.`, `repeals ${a.key}`],
  (a) => [`Os arts. 1º e 2º ${a.of} ${a.written}, ficam revogados.`, `repeals_in_part ${a.key} art:1 art:2`],
  (a) => [`Não fica revogada a ${a.written}.`],
  (a) => [`Fica revogado o Anexo II ${a.of} ${a.written}.`],
  (a) => [`Fica revogada a Seção III do Capítulo I ${a.of} ${a.written}.`],
  (a) => [`O disposto nesta Lei não revoga a ${a.written}.`],
  (a) => [`Aplica-se aos casos em curso a ${a.written}, até que seja revogada.`],
  (a) => [`O servidor cuja nomeação foi revogada nos termos ${a.of} ${a.written}, será comunicado.`],
  (a) => [`Fica revogada a autorização concedida com base na ${a.written}.`],
  (a) => [`Fica revogada a licença de que trata o art. 5º ${a.of} ${a.written}.`],
  (a) => [
    `Art. 1º O art. 5º ${a.of} ${a.written}, passa a vigorar com a seguinte redação:\n\n${QUOTE('Art. 5º A taxa é de dez reais.')}\n\nArt. 2º Esta Lei entra em vigor na data de sua publicação.`,
    `amends ${a.key} art:5`,
  ],
  (a, b) => [
    `Art. 1º O art. 5º ${a.of} ${a.written}, passa a vigorar com a seguinte redação:\n\n${QUOTE(`Art. 5º Fica revogada a ${b.written}.`)}\n\nArt. 2º Esta Lei entra em vigor na data de sua publicação.`,
    `amends ${a.key} art:5`,
  ],
  (a) => [
    `Art. 1º A ${a.written}, passa a vigorar com as seguintes alterações:\n\n“Art. 2º ..............................\n\n§ 3º O prazo é de vinte dias.\n\n..............................” (NR)\n\n${QUOTE('Art. 9º O recurso é gratuito.')}\n\nArt. 2º Esta Lei entra em vigor na data de sua publicação.`,
    `amends ${a.key} art:2/par:3 art:9`,
  ],
  (a) => [
    `Dá-se ao § 1º do art. 4º ${a.of} ${a.written}, a seguinte redação:`,
    `amends ${a.key} art:4/par:1`,
  ],
  (a) => [
    `O § 2º do art. 3º ${a.of} ${a.written}, passa a ter a seguinte redação:\n\n${QUOTE('§ 2º O pedido é feito por escrito.')}`,
    `amends ${a.key} art:3/par:2`,
  ],
  (a) => [
    `A ${a.written}, passa a vigorar acrescida do seguinte art. 6º-A:\n\n${QUOTE('Art. 6º-A É vedada a cobrança.')}`,
    `amends ${a.key} art:6-a`,
  ],
  (a) => [
    `O inciso II do art. 8º ${a.of} ${a.written}, passa a vigorar com a seguinte redação:`,
    `amends ${a.key} art:8/inc:ii`,
  ],
  (a) => [`A vigilância passa a ter como referência a ${a.written}.`],
  (a) => [`O prazo do art. 5º desta Lei passa a ser o ${a.of} ${a.written}.`],
  (a) => [`Fica suspensa a eficácia ${a.of} ${a.written}.`, `suspends ${a.key}`],
  (a) => [
    `Ficam suspensos os efeitos ${a.of} ${a.written}, até 31 de dezembro de 2026.`,
    `suspends ${a.key}`,
  ],
  (a) => [`Fica suspensa a cobrança da taxa prevista na ${a.written}.`],
  (a) => [`Fica repristinada a ${a.written}.`, `revives ${a.key}`],
  (a, b) => [
    `Art. 1º Fica revogado o art. 5º desta Lei e o art. 2º ${a.of} ${a.written}.\n\nArt. 2º Observa-se a ${b.written}.`,
    `repeals_in_part ${a.key} art:2`,
  ],
  (a, b) => [
    `São revogadas a ${a.written}, bem como a ${b.written}.`,
    `repeals ${a.key}`,
    `repeals ${b.key}`,
  ],
  (a) => [`Fica integralmente revogada a ${a.written}, e seus anexos.`, `repeals ${a.key}`],
  (a) => [
    `Fica revogado o art. 12, § 1º, inciso II, ${a.of} ${a.written}.`,
    `repeals_in_part ${a.key} art:12/par:1/inc:ii`,
  ],
  (a) => [
    `Fica revogada a alínea “b” do inciso I do art. 3º ${a.of} ${a.written}.`,
    `repeals_in_part ${a.key} art:3/inc:i/ali:b`,
  ],
  (a, b) => [
    `Ficam revogados os seguintes dispositivos:\n\nI - arts. 1º e 3º ${a.of} ${a.written};\n\nII - art. 9º ${b.of} ${b.written}.`,
    `repeals_in_part ${a.key} art:1 art:3`,
    `repeals_in_part ${b.key} art:9`,
  ],
  (a) => [`Consideram-se revogados os atos praticados sob a ${a.written}.`],
];

export const CLAUSES: Clause[] = NAMES.flatMap(([one, two, three]) =>
  one && two && three
    ? PHRASINGS.map((phrasing) => {
        const [text, ...means] = phrasing(one, two, three);
        return { text, means };
      })
    : [],
);
