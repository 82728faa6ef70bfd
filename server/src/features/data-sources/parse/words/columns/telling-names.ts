/** Names of columns that tell what their cells are. Folded. */

/** Columns of the names of somebody, of whom one word is said more often than all. */
export const PERSON_NAMES =
  /cliente|paciente|alun[oa]|fornecedor|associad|morador|hospede|contribuinte|beneficiari|colaborador|titular|\bsoci[oa]|requerente|solicitante|devedor|comprador|proprietari|inquilin|locatari|passageir|candidat|razao|servidor|funcionari|profission|tecnic|motorista|medic|professor|vendedor|responsavel|atendente|gerente|fiscal|autor|corretor|advogad|instrutor|treinador|relator|prefeit|vereador|arbitro|analista|operador|consultor|agente|cooperad|parte contr|reclamante|condutor|visitante|tutor|dono|produtor|socorrid|vitima|procurador|promotor|defensor|delegad|juiz/;

/** Columns of codes, which may be counted and never added up: «cod_cliente», «id_posto». */
export const isCodeName = (name: string): boolean => /^(?:cod|cd|codigo|id)_/i.test(name);
