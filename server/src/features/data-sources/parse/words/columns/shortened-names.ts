/** Abbreviations that no list has: «eqp» is «equipe», «brr» is «bairro», and «sol» in the name of a day is «solicitação». */
import { fold } from '../../../../../language/words.ts';

/** Events of which tables have a column of days. */
const EVENTS =
  `abertura admissão afastamento agendamento alteração aprovação assinatura atendimento atualização autorização
  autuação baixa cadastro cancelamento cobrança coleta compra conclusão consulta contratação criação decisão
  demissão desligamento devolução disponibilização distribuição embarque emissão empenho emplacamento
  empréstimo encaminhamento encerramento entrada entrega envio execução exoneração expedição expiração
  faturamento fechamento finalização homologação ingresso inscrição inspeção instalação internação julgamento
  lançamento liberação limite liquidação manutenção matrícula medição movimentação nascimento notificação
  ocorrência pagamento partida pedido prescrição programação prorrogação protocolo publicação quitação
  realização recebimento reclamação registro renovação resposta retirada retorno saída sentença solicitação
  suspensão término transferência validade vencimento vigência visita vistoria`.split(/\s+/);

/** Nouns for the other columns of tables. */
const NOUNS =
  `aluno apelido autor bairro banco bloco campanha cargo cidade classificação complemento comprador condutor
  contato credor departamento diretoria disciplina doador documento empregado equipamento equipe escola
  estabelecimento estoque fabricante fiscal formação fornecedor fração frequência garantia gerência grupo
  hospital imóvel inspetor instituição insumo laboratório ligação localidade logradouro marca material
  matrícula medicamento medidor modalidade modelo motivo motorista município nacionalidade nascimento natureza
  observação operador orçamento origem órgão pavimento perda periodicidade placa plano prazo prioridade
  procedimento processo produtor professor profissão programa projeto prontuário quilometragem reclamado
  reclamante região requisição requisitante responsável serviço setor sexo situação solicitante subgrupo
  supervisor telefone temperatura tempo terceirizado tratamento turno unidade usuário veículo velocidade
  vendedor vínculo volume zona`.split(/\s+/);

/** Less usual nouns: a label is written out with them only where none of the others fits. */
const RARER_EVENTS =
  `adoção ajuizamento amostragem análise apelação apresentação aquisição arquivamento audiência calibração
  capacitação captura castração citação colheita concessão demolição descarte doação entrevista estreia
  implantação incorporação intimação licenciamento montagem partida perda perícia plantio poda posse recarga
  redistribuição remessa remoção restauração restauro reunião semeadura substituição tombamento treinamento
  triagem vacinação vistoria`.split(/\s+/);

const RARER_NOUNS =
  `acidente adversário advogado afluente agricultor altitude amostra animal aparelho apresentador aproveitamento
  árbitro armazém arquiteto arquivo artista aspecto assunto atendente atleta autoridade auxiliar bairro bancada
  beneficiário bilheteria bolsista calibre campanha campeonato canal capacidade captação carreira cartório causa
  celular centro cliente coletor comarca combinado comissário composição comprimento comunidade concentração
  concorrente condição conferente conjunto conservação construtora consultor conteúdo contratante contratado
  convidado cooperado coordenador corretor criador curador defeito demanda densidade desempenho desfecho
  deslocamento despachante destinatário diagnóstico diâmetro direção diretor dosagem efluente elenco embalagem
  empreendimento empregador empreiteira encarregado enfermeiro engenheiro enquadramento ensino entidade entrada
  espécie espetáculo esporte estabilidade estádio estoque estrutura etapa etnia examinador exportador fachada
  fazenda ferramenta filiado finalidade financiador fiscalização fonte formato fornecimento fragilidade franquia
  gênero geração gerador gordura gravidade guarnição habilitação herdeiro hospedagem idioma imobiliária importador
  impressora incidente indicação infrator ingrediente ingresso iniciativa inscrito instalador instituto
  instrumento integrante intensidade interessado inversor irradiação jogador jornada justificativa lavoura leiloeiro
  leitor litragem locador locatário locutor lotação macrorregião madeira magistrado mandante manancial manejo
  mantenedora maquinista mensalidade mercadoria microrregião ministério moradia mortalidade motivação museu
  nebulosidade negociador nutricionista objetivo obstáculo ocupação oficina operadora orientador paciente padrão
  paralisação parâmetro parceiro participante passageiro patrimônio patrocinador pelagem período permissionário
  perito pesquisador plantação plataforma plateia poluente população possuidor potência precipitação predominância
  prestador procedência proponente proprietário propriedade proteína protocolo provedor qualidade quadrante
  quantitativo quarteirão rebanho recebedor receptor recurso registrador relator relatório remetente rendimento
  repertório representação reservatório residência resíduo restrição resultado revendedor rodada rubrica safrista
  sanidade segmento segurado semestre sessão sindicato sintoma sistema solução subcategoria subprefeitura
  subtipo suplente suporte supervisão tamanho tanque tecnologia temporada tenência testemunha titulação tomador
  topografia tradutor transportadora tratador treinador tributação turbidez tutor umidade utilização vacina
  vencedor veterinário viagem vigilante visitante vizinhança voluntário zoneamento`.split(/\s+/);

/** Short words that stand for themselves. */
const WORDS = new Set(
  `ala ano anual area ata ato atual base bem boi casa copa cor cpf curso data dia doc fase fim final foto gas
  geral gol hora ideal inicial item jogo juiz juros juz lado lance lar laudo legal lei linha livro local lote
  luz mapa mar mensal mes mesa meta nivel nome normal nota numero obra oficial ordem original pai papel
  parcial parte pe peso pis piso pix ponto porte preco raca raio real rede regular rota rua safra sal sala
  saldo sede senha sexo sigla site social sus taxa texto time tipo tom total turma ubs upa uso uti vaca valor vara vez via
  vinho voo`.split(/\s+/),
);

/**
 * The nouns that a part of the name of a column may abbreviate; none where it is a word itself. `part` in small letters,
 * `isDay` where the column holds days.
 */
export function nounsOf(part: string, isDay: boolean): string[] {
  const isWord = WORDS.has(part) || FOLDED.has(part) || /^[a-z]{3,}[aeiou]$/.test(part);
  if (!/^[a-z]{3,9}$/.test(part) || isWord) return [];
  const usual = isDay ? EVENTS : [...EVENTS, ...NOUNS];
  const rarer = isDay ? RARER_EVENTS : [...RARER_EVENTS, ...RARER_NOUNS];
  return fitting(part, [...usual, ...rarer]);
}

const fitting = (part: string, nouns: string[]): string[] => [
  ...new Set(nouns.filter((noun) => isShortFor(part, fold(noun)))),
];

/** The only usual noun that fits, or the only rarer one; null where none or several do. */
export function nounOf(part: string, isDay: boolean): string | null {
  const all = nounsOf(part, isDay);
  const usual = all.filter((noun) => USUAL.has(noun));
  const [only, another] = usual.length > 0 ? usual : all;
  return only !== undefined && another === undefined ? only : null;
}

const USUAL = new Set([...EVENTS, ...NOUNS]);
const FOLDED = new Set([...USUAL, ...RARER_EVENTS, ...RARER_NOUNS].map(fold));

/** The beginning of the noun, or its first letter and the consonants after it. */
function isShortFor(part: string, noun: string): boolean {
  if (noun.length < part.length + 2) return false;
  const consonants = noun.slice(0, 1) + noun.slice(1).replace(/[aeiou]/g, '');
  return noun.startsWith(part) || (consonants.startsWith(part) && !/[aeiou]/.test(part.slice(1)));
}

/** No Portuguese word begins like these, so that what follows is the name itself: «vlrbilheteria», «dtsessao». */
const MARKS = /^(vlr|vl|qtde|qtd|qt|dthr|dth|dt|dh|nr|nm|tp|ds|cd|hr|sg|fl)(?=[a-z]*[aeiou])([a-z]{3,})$/;
/** Words may begin like these, «tipografia»: what follows must be a noun that names use. */
const MARKS_OR_WORDS =
  /^(cod|codigo|num|numero|nome|preco|valor|tipo|data|status|situacao|total|hora|local)([a-z]{4,})$/;

/** The parts of the name of a column, as they are written: «dt_abertura», «dtAbertura», «dtabertura». */
export const partsOfName = (name: string): string[] =>
  name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[_\s.-]+/)
    .filter(Boolean)
    .flatMap(apart);

function apart(part: string): string[] {
  const small = part.toLowerCase();
  if (FOLDED.has(fold(small)) || WORDS.has(small)) return [part];
  const [, mark, noun] = MARKS.exec(small) ?? MARKS_OR_WORDS.exec(small) ?? [];
  const isNoun = noun !== undefined && (FOLDED.has(noun) || WORDS.has(noun));
  if (!mark || !noun || (!MARKS.test(small) && !isNoun)) return [part];
  return [part.slice(0, mark.length), part.slice(mark.length)];
}
