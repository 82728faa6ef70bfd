/** Labels, units and words for rows, guessed from the names of columns and of the source. */
import type { ColumnKind } from '#contract/table-plan.ts';
import { singular } from '../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../language/words.ts';

/** Words of column names as they are written in Portuguese. */
const SPELLED: Record<string, string> = Object.fromEntries(
  `situação número órgão município código descrição endereço início término conclusão homologação publicação
  licitação contratação salário admissão demissão função vínculo escolaridade título área período orçamento
  preço médio média máximo mínimo líquido bruto região estado país telefone cartão crédito débito juros emissão
  vencimento pagamento competência exercício histórico observação observações critério avaliação opinião prioridade
  solicitação requisição atenção duração última último próximo próxima público pública técnico técnica jurídica
  razão inscrição matrícula fornecedor usuário responsável unidade município população habitantes índice taxa
  percentual proporção quilômetros distância saída chegada veículo combustível manutenção operação eletrônica
  eletrônico presencial dispensa inexigibilidade câmara secretaria servidor nível mês ano dia horário carga horária
  gênero sexo nascimento óbito cirurgia leito médico paciente diagnóstico exame consulta atendimento serviço
  benefício auxílio família criança escola aluno série turma disciplina freqüência frequência matéria conteúdo
  relatório análise decisão recurso processo ação autor réu júri tribunal comarca petição sentença acórdão`
    .trim()
    .split(/\s+/)
    .map((word) => [fold(word), word]),
);

export function labelOf(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[_\s.-]+/)
    .filter(Boolean)
    .map((word) => (word.length <= 2 ? word.toUpperCase() : (SPELLED[fold(word)] ?? word.toLowerCase())));
  const small = words.map((word) => (/^(DE|DO|DA|EM|NO|NA|OU|E)$/.test(word) ? word.toLowerCase() : word));
  const label = small.join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

const UNITS: [RegExp, string][] = [
  [/percent|porcent|taxa|aliquota/, '%'],
  [/\bdias?\b|prazo/, 'dias'],
  [/\bhoras?\b|horaria/, 'horas'],
  [/\banos?\b|idade/, 'anos'],
  [/\bkm\b|quilomet/, 'km'],
  [/\bkg\b|peso/, 'kg'],
];

export function unitOf(name: string, kind: ColumnKind): string | null {
  if (kind === 'money') return 'R$';
  if (kind !== 'number') return null;
  const text = fold(name).replaceAll('_', ' ');
  return UNITS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

const MONEY =
  /valor|preco|custo|salario|montante|receita|despesa|orcamento|pagamento|saldo|divida|multa|vencimento|remuneracao|faturamento|gasto|total_(?:pago|geral)|\bvl\b|\bvlr\b/;
const NO_MONEY = /quantidade|qtd|numero|dias|percent|taxa|data|prazo/;

export const isMoneyName = (name: string): boolean => {
  const text = fold(name).replaceAll('_', ' ');
  return MONEY.test(text) && !NO_MONEY.test(text);
};

const IDENTIFIER =
  /\b(id|numero|num|codigo|cod|protocolo|matricula|processo|cpf|cnpj|placa|contrato|chave|uuid|registro)\b/;

export const isIdentifierName = (name: string): boolean => IDENTIFIER.test(fold(name).replaceAll('_', ' '));

/** «Licitações Abertas» over `tenders`: the first noun of the source's name, in both numbers. */
export function rowsWordOf(sourceName: string, query: string): { one: string; many: string } {
  const first = sourceName.trim().split(/\s+/)[0] ?? '';
  const table = /\bfrom\s+(?:"?[\w$]+"?\.)?"?([\w$]+)"?/i.exec(query)?.[1] ?? '';
  const many = isPlural(first) ? first : isPlural(table) ? table.replaceAll('_', ' ') : 'registros';
  return { one: oneOf(many), many: many.toLowerCase() };
}

const isPlural = (word: string): boolean => /^\p{L}{3,}s$/u.test(word) && wordsOf(word).length === 1;

/** In the singular, with its accents: «licitações» is «licitação». */
function oneOf(many: string): string {
  const lower = many.toLowerCase();
  const accented = lower
    .replace(/(ç|s|z)ões$/, '$1ão')
    .replace(/ões$/, 'ão')
    .replace(/ãos$/, 'ão')
    .replace(/ães$/, 'ão')
    .replace(/éis$/, 'el')
    .replace(/ais$/, 'al')
    .replace(/([rz])es$/, '$1')
    .replace(/ns$/, 'm');
  if (accented !== lower) return accented;
  return singular(fold(lower)) === fold(lower) ? lower : lower.replace(/s$/, '');
}
