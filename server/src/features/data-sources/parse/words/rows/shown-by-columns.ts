/** Nouns for what happens in each row of a table, by columns that stand together, whatever the table is called. */
import { basesOf } from '../../../../../language/question-words.ts';
import { baseForm } from '../../../../../language/word-forms.ts';
import type { TableColumn } from '../table-column.ts';

/**
 * A line: the noun for a row, then groups of words of columns, each of which the table must have one of. A registry of
 * vehicles has plates, too, but not the place to which each went.
 */
const LINES = `
viagem | placa, veículo, motorista, condutor | destino, itinerário, trecho
viagem | placa, veículo, motorista, condutor | saída | retorno, chegada
entrega | destinatário, cliente | frete, transportadora, conhecimento
atendimento | paciente | dentista, médico, profissional, especialidade, procedimento, fisioterapeuta
internação | paciente | leito, alta
venda | cliente, vendedor, comprador | produto, item, mercadoria
cobrança | vencimento | pagamento, quitação, baixa
empréstimo | livro, exemplar, obra | leitor, devolução
candidatura | candidato | vaga
hospedagem | hóspede | quarto, acomodação, entrada
chamado | solicitante, requerente | assunto, abertura, prioridade
manutenção | técnico, mecânico | serviço, defeito, equipamento
pesagem | tara | bruto, líquido
processo | autor, vara | réu, juiz
reunião | pauta | ata, participante
`;

const KNOWN = LINES.trim()
  .split('\n')
  .map((line) => {
    const [noun = '', ...groups] = line.split('|').map((cell) => cell.trim());
    return {
      noun: baseForm(noun),
      groups: groups.map((group) => group.split(',').map((word) => baseForm(word.trim()))),
    };
  });

/** Nouns for the rows, in the base form; empty where the columns tell nothing. */
export function nounsShownBy(columns: TableColumn[]): string[] {
  const words = new Set(
    columns.flatMap(({ name, label }) => basesOf(`${name.replaceAll('_', ' ')} ${label}`)),
  );
  return [
    ...new Set(
      KNOWN.filter(({ groups }) => groups.every((group) => group.some((word) => words.has(word)))).map(
        ({ noun }) => noun,
      ),
    ),
  ];
}
