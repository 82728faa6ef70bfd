/** Deeds that are done to every row of any table, so that to say them of the rows narrows nothing: they come about, are handled, and are somewhere. Folded. */

/** Deeds by which a row has come about: «multas lavradas em maio», «contratos firmados em 2025». */
export const COMES_ABOUT =
  /^(?:lavr|firm|celebr|assin|emit|expedi|protocol|abert|abr|instaur|inici|feit|lanc|inclu|inser|ger|produz|cri|aplic|ministr|conced|prest|receb|apresent|public|program|agend|marc|ped|solicit|requer|encaminh|distribu|julg|autoriz|notifi|comunic|inform|report|formaliz|oficializ|organiz|promov|execut|conduz|lider|fech|contrat|compr|adquir|vend|entreg|envi|expedid|despach|coletad|process|trat|analis|avali|vist|relat|document|anot|contabiliz|comput|apur)/;

/** «passageiros transportados», «refeições servidas»: what is always done to what is counted. */
export const HANDLED =
  /^(?:serv|transport|vend|distribu|produz|realiz|prest|fornec|consum|percorr|rod|plant|colh|colet|do|adquir|registr|lanc|ofert|emit|entreg|ced|aplic|utiliz)[aeiu]/;

/** «localizados no Centro», «lotados na Saúde», «vindas de Ilhéus»: where a thing is, or belongs. */
const BELONGS =
  /^(?:mobiliz|envolv|particip|acion|empreg|localiz|situ|instal|lot|aloc|armazen|guard|estoc|deposit|hosped|matricul|inscri|sedia|base|resid|proven|orig|oriun|vind|traz|destin|direcion|endere|remet|relati|refer|relacion|vincul|ligad|associ|classific|enquadr|categoriz|tipific|cadastr|registr|identific|denomin|chamad|intitul|atend|acompanh|cuid|exerc|trabalh|mor|ocorr|acontec|acontecid|sofrid|cometid|verific|constat|observ|encontr|achad|detect|ocup|us|utiliz|dispon|mantid|mant|conserv|expost|exib|abrig|acolh|aloj|captur|resgat|salv|recolh|apreend|flagr|perpetr|pratic|nasc|sepult|enterr|ofert|oferec|minist|lecion|realizad|lid|escrit|rodad|abastec|pag|gast|empenh|custe|financi|invest)/;

export const isDoneToAny = (form: string): boolean =>
  COMES_ABOUT.test(form) || HANDLED.test(form) || BELONGS.test(form);
