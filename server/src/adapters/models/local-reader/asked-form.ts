/**
 * Some questions ask for something that has a form of its own: a price, a telephone number, a time of day. A text that
 * has the words of the question and nothing of that form answers another question.
 */
import { fold } from '../../../language/words.ts';

/** Both are looked for in folded text. */
type Form = { asked: RegExp; given: RegExp };

const FEE = '(?:anuidade|diaria|ingresso|inscricao|licenca|matricula|mensalidade|multa|passagem|taxa|tarifa)';
const NUMBER =
  '(?:\\d|\\b(?:dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|doze|quinze|vinte|trinta|quarenta|sessenta|noventa|cem|mil|meia?)\\b)';
const FREE = '\\b(?:gratis|gratuit\\w*|isent\\w*)\\b|\\bde graca\\b|\\bsem (?:custo|onus|cobranca)';

const FORMS: Form[] = [
  {
    asked: new RegExp(
      `\\bquanto (?:se )?(?:custa|custam|custou|cobra|cobram|paga|pago)\\b|\\bqual (?:e )?(?:o )?preco\\b|\\bquais (?:sao )?os precos\\b|\\bvalor d[aeo]s? ${FEE}s?\\b`,
    ),
    // Prices are also given in the units of account of a municipality or of a product.
    given: new RegExp(
      `r\\$|us\\$|€|\\b(?:real|reais|centavos|dolar(?:es)?|euros?|salarios? minimos?)\\b|\\d[.,]\\d{2}\\b|\\b(?:custo|preco|valor)[\\w ]*: ?\\d|%|\\bpor cento\\b|${NUMBER}\\s*(?:\\S+ )?(?:creditos|moedas|pontos|tokens|uf\\w*|urv\\w*|vr\\w*)\\b|${FREE}`,
    ),
  },
  {
    asked:
      /^(?:me (?:da|de|diga|diz|passa|passe) |qual |quais |sabe |preciso do )(?:\S+ ){0,3}(?:ramal|telefones?|whatsapp) (?:de|d[ao]s?|para|pra|n[ao]s?)\b/,
    given: /\d[\d().\s-]{5,}\d|\bramal \d|\b(?:disque|ligue|numero|telefone:?) \d{3}\b/,
  },
  {
    asked:
      /\bque horas\b|\bhorarios? d[eao]s? (?:abertura|atendimento|expediente|fechamento|funcionamento)\b/,
    given:
      /\d\s*(?:h|hs|hrs|horas)\b|\d{1,2}[h:]\d{2}|\b\w+ horas\b|\bmei[ao][ -](?:dia|noite)\b|\bdia todo\b/,
  },
  {
    asked: /\bquanto (?:mede|medem|pesa|pesam)\b/,
    given: new RegExp(NUMBER),
  },
  {
    asked: /\bprazo d[eao]s? (?:garantia|validade|carencia)\b/,
    given: new RegExp(`${NUMBER}|\\b(?:indeterminad|ilimitad|vitalici)\\w+`),
  },
];

/** Whether a text may answer the question, as far as its form tells; null where the question asks for no such form. */
export function formAsked(question: string): ((text: string) => boolean) | null {
  const asked = fold(question).trim();
  const forms = FORMS.filter((form) => form.asked.test(asked));
  if (!forms.length) return null;
  return (text) => forms.every(({ given }) => given.test(fold(text)));
}
