/** People tell what happened to them before they ask: «Mudei para Lisboa. Perco o desconto?» */

const BORDER = /(?<=[.!?…]["”»)]?)\s+|\n+/;

/** The sentences that ask; all of them where none ends with a question mark. */
export function askingPart(question: string): string {
  const sentences = question.split(BORDER);
  const asking = sentences.filter((sentence) => sentence.includes('?'));
  return asking.length && asking.length < sentences.length ? asking.join(' ').trim() : question;
}

/** «pra ele ler», «para os colegas verem», said last: what will be done with the answer or the thing, and no part of what is asked. */
const PURPOSE =
  /[\s,]+(?:para|pra|pro)\s+(?:ele|ela|eles|elas|mim|eu|nós|nos|voc[êe]s?|a\s+gente|gente|o\s+(?:agente|sistema|prosa|pessoal)|a\s+(?:ia|equipe)|os\s+colegas)\s+(?:ler|ver|saber|usar|consultar|responder|aprender|entender|conhecer|imprimir|mostrar|guardar|anotar|conferir|copiar|encaminhar|repassar)(?:em|mos)?\s*(?=[?!.]*$)/iu;

/** Without the purpose that a question ends with, unless hardly anything else is left. */
export function withoutPurpose(question: string): string {
  const rest = question.slice(0, PURPOSE_REACH) === question ? question.replace(PURPOSE, '') : question;
  return rest.trim().split(/\s+/).length >= LEFT_MIN ? rest : question;
}

/** Longer questions are texts, and searched as they are. */
const PURPOSE_REACH = 400;
const LEFT_MIN = 4;
