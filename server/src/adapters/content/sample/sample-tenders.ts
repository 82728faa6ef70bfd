/**
 * The sample of the content database: invented public tenders, always the same ones. The first eleven are written by
 * hand, so that examples and tests can name them; the others vary over states, modalities, situations, values and dates.
 */
export type Tender = {
  id: number;
  numero: string;
  orgao: string;
  municipio: string;
  uf: string;
  modalidade: string | null;
  situacao: string;
  valor_estimado: number;
  /** YYYY-MM-DD. */
  data_abertura: string;
  objeto: string;
};

export const SAMPLE_SIZE = 360;

const byHand: Omit<Tender, 'id'>[] = [
  tender(
    'PE 012/2025',
    'Recife',
    'PE',
    'Pregão Eletrônico',
    'Aberta',
    480_000,
    '2025-03-10',
    'Aquisição de merenda escolar para as escolas da rede municipal de ensino',
  ),
  tender(
    'DL 033/2025',
    'Recife',
    'PE',
    'Dispensa de Licitação',
    'Homologada',
    48_500,
    '2025-02-03',
    'Manutenção de elevadores do edifício sede da prefeitura',
  ),
  tender(
    'CC 004/2025',
    'São Paulo',
    'SP',
    'Concorrência',
    'Aberta',
    7_200_000,
    '2025-04-22',
    'Construção de unidade básica de saúde na zona leste',
  ),
  tender(
    'PE 020/2025',
    'Salvador',
    'BA',
    'Pregão Eletrônico',
    'Suspensa',
    1_150_000,
    '2025-03-28',
    'Locação de ambulâncias com motorista para o serviço de urgência',
  ),
  tender(
    'PE 045/2025',
    'Recife',
    'PE',
    'Pregão Eletrônico',
    'Aberta',
    2_350_000,
    '2025-03-17',
    'Fornecimento de computadores portáteis para professores da rede municipal',
  ),
  tender(
    'TP 002/2024',
    'Salvador',
    'BA',
    'Tomada de Preços',
    'Encerrada',
    890_000,
    '2024-09-12',
    'Reforma e ampliação de escolas municipais, com novo refeitório para merenda',
  ),
  tender(
    'PE 077/2025',
    'São Paulo',
    'SP',
    'Pregão Eletrônico',
    'Aberta',
    12_400_000,
    '2025-05-06',
    'Serviço de preparo de alimentação escolar (merenda) do ensino fundamental',
  ),
  tender(
    'CC 011/2024',
    'Campinas',
    'SP',
    'Concorrência',
    'Homologada',
    15_800_000,
    '2024-11-19',
    'Recapeamento asfáltico de vias urbanas e sinalização horizontal',
  ),
  tender(
    'PE 088/2025',
    'Olinda',
    'PE',
    'Pregão Eletrônico',
    'Aberta',
    310_000,
    '2025-04-02',
    'Aquisição de medicamentos para a atenção básica',
  ),
  tender(
    'PE 101/2025',
    'Campinas',
    'SP',
    null,
    'Aberta',
    640_000,
    '2025-04-15',
    'Aquisição de uniformes escolares para alunos da educação infantil',
  ),
  tender(
    'PE 102/2025',
    'Olinda',
    'PE',
    '  ',
    'Aberta',
    1_980_000,
    '2025-04-29',
    'Serviço de limpeza urbana e coleta de resíduos sólidos',
  ),
];

function tender(
  numero: string,
  municipio: string,
  uf: string,
  modalidade: string | null,
  situacao: string,
  valor_estimado: number,
  data_abertura: string,
  objeto: string,
): Omit<Tender, 'id'> {
  const orgao = `Prefeitura Municipal ${ofPlace(municipio)}`;
  return { numero, orgao, municipio, uf, modalidade, situacao, valor_estimado, data_abertura, objeto };
}

/** «do Rio de Janeiro», «do Recife», «de Salvador». */
function ofPlace(municipio: string): string {
  return /^(?:Rio de Janeiro|Recife)$/.test(municipio) ? `do ${municipio}` : `de ${municipio}`;
}

const PLACES: [string, string][] = [
  ['Rio Branco', 'AC'],
  ['Maceió', 'AL'],
  ['Arapiraca', 'AL'],
  ['Manaus', 'AM'],
  ['Macapá', 'AP'],
  ['Salvador', 'BA'],
  ['Feira de Santana', 'BA'],
  ['Fortaleza', 'CE'],
  ['Sobral', 'CE'],
  ['Brasília', 'DF'],
  ['Vitória', 'ES'],
  ['Goiânia', 'GO'],
  ['São Luís', 'MA'],
  ['Belo Horizonte', 'MG'],
  ['Uberlândia', 'MG'],
  ['Ouro Preto', 'MG'],
  ['Campo Grande', 'MS'],
  ['Cuiabá', 'MT'],
  ['Belém', 'PA'],
  ['Santarém', 'PA'],
  ['João Pessoa', 'PB'],
  ['Campina Grande', 'PB'],
  ['Recife', 'PE'],
  ['Olinda', 'PE'],
  ['Caruaru', 'PE'],
  ['Teresina', 'PI'],
  ['Curitiba', 'PR'],
  ['Londrina', 'PR'],
  ['Rio de Janeiro', 'RJ'],
  ['Niterói', 'RJ'],
  ['Natal', 'RN'],
  ['Porto Velho', 'RO'],
  ['Boa Vista', 'RR'],
  ['Porto Alegre', 'RS'],
  ['Pelotas', 'RS'],
  ['Florianópolis', 'SC'],
  ['Blumenau', 'SC'],
  ['Aracaju', 'SE'],
  ['São Paulo', 'SP'],
  ['Campinas', 'SP'],
  ['Santos', 'SP'],
  ['Palmas', 'TO'],
];

/** Prefix of the number, name, and how often it occurs. */
const MODALITIES: [string, string, number][] = [
  ['PE', 'Pregão Eletrônico', 50],
  ['CC', 'Concorrência', 18],
  ['DL', 'Dispensa de Licitação', 16],
  ['IN', 'Inexigibilidade', 8],
  ['TP', 'Tomada de Preços', 8],
];

const SITUATIONS: [string, number][] = [
  ['Aberta', 38],
  ['Encerrada', 27],
  ['Homologada', 25],
  ['Suspensa', 10],
];

/** The purchased thing, with its lowest and highest value in reais. */
const OBJECTS: [string, number, number][] = [
  ['Aquisição de medicamentos da relação municipal de medicamentos essenciais', 120_000, 6_000_000],
  ['Aquisição de equipamentos hospitalares para a unidade de terapia intensiva', 400_000, 9_000_000],
  ['Contratação de serviço de manutenção preventiva de aparelhos de ar-condicionado', 40_000, 900_000],
  ['Construção de creche com dez salas no padrão nacional', 1_800_000, 6_500_000],
  ['Pavimentação em paralelepípedo de ruas do perímetro urbano', 500_000, 8_000_000],
  ['Drenagem e contenção de encostas em áreas de risco', 900_000, 14_000_000],
  ['Aquisição de gêneros alimentícios para a alimentação escolar', 200_000, 5_000_000],
  ['Aquisição de leite e fórmulas infantis para os postos de saúde', 80_000, 1_200_000],
  ['Locação de veículos sem motorista para as secretarias', 150_000, 2_400_000],
  ['Transporte escolar de alunos da zona rural', 300_000, 4_800_000],
  ['Aquisição de ônibus escolares com acessibilidade', 900_000, 7_000_000],
  ['Licenciamento de sistema de gestão tributária com suporte técnico', 180_000, 3_000_000],
  ['Fornecimento de computadores e monitores para escolas e telecentros', 200_000, 3_500_000],
  ['Serviço de acesso à internet por fibra óptica para prédios públicos', 90_000, 1_600_000],
  ['Iluminação pública com luminárias LED', 700_000, 11_000_000],
  ['Coleta seletiva e operação de galpões de triagem de recicláveis', 400_000, 6_000_000],
  ['Poda de árvores e conservação de praças e jardins', 120_000, 1_900_000],
  ['Aquisição de uniformes e material escolar', 150_000, 2_800_000],
  ['Reforma do mercado público com adequação sanitária', 600_000, 5_500_000],
  ['Restauração de casarão tombado para uso como biblioteca', 800_000, 7_500_000],
  ['Serviço de vigilância armada e monitoramento por câmeras', 300_000, 4_200_000],
  ['Realização de concurso público para professores e agentes de saúde', 100_000, 1_100_000],
  ['Aquisição de materiais de limpeza e higiene', 50_000, 800_000],
  ['Ampliação do sistema de abastecimento de água de comunidades rurais', 1_200_000, 16_000_000],
  ['Perfuração e instalação de poços artesianos', 150_000, 2_200_000],
  ['Contratação de bandas e estrutura de palco para os festejos juninos', 100_000, 3_000_000],
  ['Aquisição de livros didáticos e de literatura para bibliotecas escolares', 80_000, 1_500_000],
  ['Manutenção de semáforos e sinalização viária', 120_000, 2_000_000],
  ['Serviço de castração de cães e gatos em unidade móvel', 60_000, 700_000],
  ['Exames de imagem e análises clínicas para a rede municipal de saúde', 250_000, 5_200_000],
];

const BODIES = ['Prefeitura Municipal', 'Secretaria de Saúde', 'Secretaria de Educação', 'Câmara Municipal'];

export function sampleTenders(): Tender[] {
  const random = seeded(20_251_121);
  const pick = <T>(all: T[]): T => all[Math.floor(random() * all.length)] as T;
  const weighted = <T extends [...unknown[], number]>(all: T[]): T => {
    let left = random() * all.reduce((sum, entry) => sum + (entry.at(-1) as number), 0);
    for (const entry of all) {
      left -= entry.at(-1) as number;
      if (left < 0) return entry;
    }
    return all[0] as T;
  };
  const made = Array.from({ length: SAMPLE_SIZE - byHand.length }, (_, place): Omit<Tender, 'id'> => {
    const [municipio, uf] = pick(PLACES);
    const [prefix, modalidade] = weighted(MODALITIES);
    const [situacao] = weighted(SITUATIONS);
    const [objeto, least, most] = pick(OBJECTS);
    // Small ones are far more frequent than large ones.
    const valor = least + (most - least) * random() ** 2;
    const year = situacao === 'Aberta' || situacao === 'Suspensa' ? 2025 : pick([2023, 2024, 2024, 2025]);
    const day = new Date(Date.UTC(year, Math.floor(random() * 12), 1 + Math.floor(random() * 28)));
    return {
      numero: `${prefix} ${String(200 + place).padStart(3, '0')}/${year}`,
      orgao: `${pick(BODIES)} ${ofPlace(municipio)}`,
      municipio,
      uf,
      modalidade,
      situacao,
      valor_estimado: Math.round(valor / 100) * 100,
      data_abertura: day.toISOString().slice(0, 10),
      objeto,
    };
  });
  return [...byHand, ...made].map((row, place) => ({ id: place + 1, ...row }));
}

/** Always the same sequence (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
