/** Labels and units, guessed from the names of columns. */
import type { ColumnKind } from '#contract/table-plan.ts';
import { portugueseName } from '../../../language/english-terms.ts';
import { fold } from '../../../language/words.ts';

const byFolded = (words: string): Map<string, string> =>
  new Map(
    words
      .trim()
      .split(/\s+/)
      .map((word) => [fold(word), word]),
  );

/** Common words whose accent no ending tells. */
const SPELLED = byFolded(`
  número órgão município código endereço término área período preço médio média máximo máxima mínimo mínima líquido
  líquida região país crédito débito histórico última último próximo próxima público pública técnico técnica jurídica
  jurídico serviço peça saúde convênio alvará trânsito obrigatório razão matrícula responsável habitantes índice quilômetros saída veículo eletrônica eletrônico câmara mês
  gênero óbito diagnóstico família série réu júri acórdão título vínculo três lotação século sócio sócia fábrica
  política político básico básica crítica crítico único única física físico química lógica gráfico tráfego trânsito
  empréstimo ocorrência funcionário usuário beneficiário proprietário matrícula avaliação fatura prédio inscrição análise relatório
  distância hóspede negócio currículo acessório remédio época árvore espécie câncer gás trânsito agência polícia política
  farmácia área cirúrgia oficina pátio edifício ginásio máquina móvel imóvel título tributário secretário vítima pássaro
  ônibus água óleo elétrica elétrico hidráulica estágio colégio comércio domicílio bônus ônus álcool túnel horária horárias`);

/** Endings that are always written so; the longer first. */
const ENDINGS: readonly [RegExp, string][] = [
  [/coes$/, 'ções'],
  [/cao$/, 'ção'],
  [/soes$/, 'sões'],
  [/oes$/, 'ões'],
  [/ao$/, 'ão'],
  [/encia(s?)$/, 'ência$1'],
  [/ancia(s?)$/, 'ância$1'],
  [/icio(s?)$/, 'ício$1'],
  [/ario(s?)$/, 'ário$1'],
  [/orio(s?)$/, 'ório$1'],
  [/avel$/, 'ável'],
  [/ivel$/, 'ível'],
  [/aveis$/, 'áveis'],
  [/iveis$/, 'íveis'],
];

/** Abbreviations of column names in Brazilian systems. */
const SHORTENED = new Map(
  Object.entries({
    dt: 'data',
    vl: 'valor',
    vlr: 'valor',
    qt: 'quantidade',
    qtd: 'quantidade',
    qtde: 'quantidade',
    cd: 'código',
    cod: 'código',
    nr: 'número',
    num: 'número',
    nm: 'nome',
    tp: 'tipo',
    ds: 'descrição',
    desc: 'descrição',
    obs: 'observação',
    pct: 'percentual',
    perc: 'percentual',
    mun: 'município',
    sit: 'situação',
    tel: 'telefone',
    nasc: 'nascimento',
    devol: 'devolução',
    prev: 'prevista',
    emp: 'empresa',
    func: 'funcionário',
    sec: 'secretaria',
    abert: 'abertura',
    encerr: 'encerramento',
    emis: 'emissão',
    valid: 'validade',
    cad: 'cadastro',
    entr: 'entrega',
    ini: 'início',
    inic: 'início',
    term: 'término',
    conc: 'conclusão',
    concl: 'conclusão',
    adm: 'admissão',
    dem: 'demissão',
    assin: 'assinatura',
    publ: 'publicação',
    receb: 'recebimento',
    atend: 'atendimento',
    solic: 'solicitação',
    resp: 'responsável',
    forn: 'fornecedor',
    fornec: 'fornecedor',
    prof: 'profissional',
    unid: 'unidade',
    munic: 'município',
    orig: 'origem',
    dest: 'destino',
    proc: 'processo',
    serv: 'serviço',
    estim: 'estimado',
    liq: 'líquido',
    lic: 'licitação',
    equip: 'equipamento',
    esp: 'especialidade',
    espec: 'especialidade',
    tec: 'técnico',
    orc: 'orçado',
    exec: 'executado',
    parc: 'parcelas',
    mat: 'matrícula',
    matr: 'matrícula',
    st: 'situação',
    stat: 'status',
    qde: 'quantidade',
    nu: 'número',
    vr: 'valor',

    dep: 'departamento',
    depto: 'departamento',
    cat: 'categoria',
    venc: 'vencimento',
    pgto: 'pagamento',
    pag: 'pagamento',
    pagto: 'pagamento',
    vencto: 'vencimento',
    nascto: 'nascimento',
    cadast: 'cadastro',
    atualiz: 'atualização',
    fech: 'fechamento',
    criac: 'criação',
    vlor: 'valor',
    ref: 'referência',
    unit: 'unitário',
    hr: 'hora',
    hrs: 'horas',
    hs: 'horas',
    aval: 'avaliação',
    contr: 'contrato',
    agend: 'agendamento',
    ped: 'pedido',
    prot: 'protocolo',
    ocor: 'ocorrência',
    inscr: 'inscrição',
    insc: 'inscrição',
    matric: 'matrícula',
    capac: 'capacidade',
    und: 'unidade',
    cli: 'cliente',
    pac: 'paciente',
    veic: 'veículo',
    combust: 'combustível',
    transp: 'transporte',
    durac: 'duração',
    pagtos: 'pagamentos',
    munics: 'municípios',
    internac: 'internação',
    vacinac: 'vacinação',
    dsc: 'descrição',
    vlrs: 'valores',
    nro: 'número',
    end: 'endereço',
  }),
);

/** Marks of columns that hold yes or no: «fl_ativo» is «Ativo». */
const FLAGS = new Set('fl flg flag ind is has bl in ic eh'.split(' '));

const ACRONYMS = new Set(
  'cpf cnpj cep rg pis nis ibge iptu icms iss sus url ip id uf cnae ncm cid sku isbn'.split(' '),
);
const SMALL = new Set('de do da dos das em no na nos nas e ou a o por para com sem'.split(' '));

/** A noun after one of these takes «de»: «Data de abertura». */
const BEFORE_OF = new Set(['data', 'tipo', 'quantidade', 'prazo', 'forma', 'hora']);
/** Adjectives and nouns in apposition do not: «Data prevista», «Data limite». */
const AFTER_WITHOUT_OF = /([aiu]d[oa]s?|al|ais|ist[oa]|ert[oa]|eit[oa]|im[oa]|íni?m[oa]|limite|base|atual)$/;

/** «valor_estimado» as «Valor estimado», «dt_abertura» as «Data de abertura», «cpf» as «CPF». */
export function labelOf(name: string): string {
  const parts = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[_\s.-]+/)
    .filter(Boolean)
    .filter((word, at, all) => at > 0 || all.length === 1 || !FLAGS.has(word.toLowerCase()))
    .map((word) => word.toLowerCase());
  const english = portugueseName(parts);
  if (english) return english.charAt(0).toUpperCase() + english.slice(1);
  const words = parts.map((part, at) => BY_PLACE[part]?.[at === 0 ? 0 : 1] ?? spelled(part));
  const unit = parts.length > 1 ? UNIT_ENDINGS.get(parts.at(-1) ?? '') : undefined;
  if (unit && (parts.at(-1) !== 'min' || /^(?:tempo|duracao|espera|atraso|demora)/.test(parts[0] ?? '')))
    words.splice(-1, 1, 'em', unit);
  const [first = '', second] = words;
  const isOf =
    second !== undefined &&
    BEFORE_OF.has(first) &&
    !SMALL.has(second) &&
    !AFTER_WITHOUT_OF.test(second) &&
    /^\p{Ll}{3}/u.test(second);
  const label = (isOf ? [first, 'de', ...words.slice(1)] : words).join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** «duracao_h» is a duration in hours. */
const UNIT_ENDINGS = new Map([
  ['h', 'horas'],
  ['hrs', 'horas'],
  ['hs', 'horas'],
  ['min', 'minutos'],
  ['kwh', 'kWh'],
  ['kw', 'kW'],
]);

/** Beginnings that are another word in front than behind: «val_total», «dt_val», «prod_ton», «cd_prod». */
const BY_PLACE: Record<string, [first: string, later: string]> = Object.assign(Object.create(null), {
  val: ['valor', 'validade'],
  prod: ['produção', 'produto'],
});

function spelled(word: string): string {
  const plain = fold(word);
  if (plain !== word) return word;
  if (ACRONYMS.has(word)) return word.toUpperCase();
  const known = SHORTENED.get(word) ?? SPELLED.get(word);
  if (known) return known;
  if (word.length <= 2) return SMALL.has(word) ? word : word.toUpperCase();
  const ending = ENDINGS.find(([pattern]) => pattern.test(word));
  return ending ? word.replace(...ending) : word;
}

const UNITS: [RegExp, string][] = [
  [/percent|porcent|\bpct\b|taxa|aliquota/, '%'],
  [/\bdias?\b|prazo/, 'dias'],
  [/\bhoras?\b|horaria|\bh\b|\bhrs?\b/, 'horas'],
  [/\bkwh\b/, 'kWh'],
  [/\bkw\b/, 'kW'],
  [/\banos?\b|idade/, 'anos'],
  [/\bkm\b|quilomet/, 'km'],
  [/\bkg\b|peso/, 'kg'],
  [/\bmin(utos?)?\b/, 'min'],
  [/\bm2\b|metragem/, 'm²'],
];

export function unitOf(name: string, kind: ColumnKind): string | null {
  if (kind === 'money') return 'R$';
  if (kind !== 'number') return null;
  const text = spaced(name);
  const unit = UNITS.find(([pattern]) => pattern.test(text))?.[1];
  // «Dias» needs no unit.
  return unit === undefined || unit === text ? null : unit;
}

const MONEY =
  /valor|preco|custo\b|salario|montante|receita|despesa|orcamento|pagamento|saldo|divida|multa|vencimento|remuneracao|faturamento|gasto|mensalidade|anuidade|aluguel|tarifa|honorario|tributo|imposto|repasse|renda\b|bilheteria|arrecada|subsidio|patrocinio_|verba\b|faturad|price|cost|amount|salary|revenue|\bfee|total_(?:pago|geral)|\bvl\b|\bvlr\b/;
const FEE =
  /taxa (?:de )?(?:inscricao|matricula|condominio|condominial|entrega|servico|adesao|administra|embarque|bancaria|extra)/;
const NO_MONEY = /quantidade|qtd|\bqt\b|\bdt\b|numero|dias|percent|\bpct\b|taxa|data|\bdate\b|prazo/;

/** «vlr_taxa», «valor_diaria»: an amount, of whatever it is. */
const AMOUNT_FIRST = /^(vl|vlr|vr|val|valor|preco|custo)\b/;

export const isMoneyName = (name: string): boolean => {
  const text = `${spaced(name)} ${fold(labelOf(name))}`;
  return AMOUNT_FIRST.test(text) || FEE.test(text) || (MONEY.test(text) && !NO_MONEY.test(text));
};

/** The words of a name, folded, with spaces between: «dataAbertura» is «data abertura». */
const spaced = (name: string): string =>
  fold(name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')).replaceAll('_', ' ');

const IDENTIFIER =
  /\b(id|numero|num|nr|nro|nu|codigo|cod|cd|protocolo|matricula|processo|cpf|cnpj|placa|contrato|chave|uuid|registro)\b/;

export const isIdentifierName = (name: string): boolean => IDENTIFIER.test(spaced(name));
