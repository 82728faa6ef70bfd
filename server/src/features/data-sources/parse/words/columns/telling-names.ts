/** Names of columns that tell what their cells are. Folded. */
import { fold } from '../../../../../language/words.ts';

/** Columns of the names of somebody, of whom one word is said more often than all. */
const ROLES = `
  cliente paciente alun[oa] fornecedor associad morador hospede contribuinte beneficiari colaborador titular \\bsoci[oa] requerente
  solicitante devedor comprador proprietari inquilin locatari passageir candidat razao servidor funcionari profission tecnic motorista
  medic professor vendedor responsavel atendente gerente fiscal autor corretor advogad instrutor treinador relator prefeit vereador
  arbitro analista operador consultor agente cooperad reclamante condutor visitante tutor dono produtor socorrid vitima procurador
  promotor defensor delegad juiz
  veterinari dentista enfermeir psicolog[oa](?![a-z]) terapeuta nutricionista engenheir[oa](?![a-z]) arquitet[oa](?![a-z]) pesquisador
  coordenador supervisor orientador docente discente estudante bolsista estagiari pescador jogador atleta tripulante capitao piloto
  comandante entregador cozinheir costureir artista cantor escritor tradutor revisor bibliotecari leitor doador falecid sepultad
  padrinho madrinha afilhad voluntari assistid sindico porteiro zelador inspetor policial investigador escrivao testemunha leiloeir
  arrematante segurad[oa](?![a-z]) mecanico eletricista encanador pedreiro criador tratador agricultor apicultor pecuarista
  arrendatari usuari assinante remetente destinatari conjuge dependente requisitante aprovador auditor(?!ia) deputad senador`;

/** Columns of who somebody is, by the role that their name or label says. */
export const PERSON_NAMES = new RegExp(`parte contr|${ROLES.trim().split(/\s+/).join('|')}`);

/** Companies and offices, by the role that the label says. Folded. */
const ORGANISATIONS =
  /^(?:fornecedor|empresa|fabricante|razao social|contratad[oa]|credor|prestador|loja|convenio|plano de saude|operadora|seguradora|banco|marca)/;

/** «Tubos Piratininga Ltda», «METALURGICA TUPI S.A.» */
const COMPANY = /\b(?:ltda|eireli|epp|s\.?\/?a\.?|cia)(?:$|[\s.])/i;

/** Whether its cells are names of companies: by its label, or by the endings that such names have. */
export const isOfOrganisations = ({ label, values }: { label: string; values: string[] }): boolean =>
  ORGANISATIONS.test(fold(label)) || values.filter((value) => COMPANY.test(value)).length * 5 > values.length;

/** «Quanto» and «valor» never mean a fee or a discount, which is added to an amount or taken from it. */
export const isAside = (column: { kind: string; label: string } | undefined): boolean =>
  column?.kind === 'money' && ASIDE.test(fold(column.label));

const ASIDE =
  /\b(?:icms|iss|ipi|iof|impostos?|taxas?|juros|multas?|descontos?|abatimento|seguro|franquia|caucao|sinal|gorjeta|troco|acrescimos?|reajustes?|bonus|comissao|estorno|reembolso|devolucao|glosa|aditivos?)\b/;

/** Columns of codes, which may be counted and never added up: «cod_cliente», «id_posto». */
export const isCodeName = (name: string): boolean => /^(?:cod|cd|codigo|id)_/i.test(name);
