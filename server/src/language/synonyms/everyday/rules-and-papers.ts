/** Words of people about rules, papers and offices, and before whom they stand: those of documents. Own work. */
export const RULES_AND_PAPERS = `
documento, documentos, documentação, papelada > certidão, identidade, RG, CPF, comprovante, histórico escolar, carteira, atestado, título de eleitor, fotografia
carteirinha, cartãozinho > credencial, cartão, carteira, identificação | crachá > credencial, identificação funcional | senha de acesso > credencial
acender a luz, luz acesa, lâmpada acesa > iluminação | apagar a luz > iluminação, desligamento | ligar o ar > ar-condicionado, climatização
ficar no cargo, fica no cargo, tempo no cargo > mandato, gestão, exercício | tomar posse, assumir o cargo > posse, investidura, nomeação
morador antigo, dono antigo, inquilino antigo, antigo dono > anterior, antecessor, titular anterior | novo dono, dono novo, comprador > adquirente, novo titular
cair na conta, cai na conta, caiu na conta > crédito, creditado, depósito, depositado | cair, cai > crédito, creditado, depositado
sair o pagamento, sai o pagamento, sair o dinheiro > pagamento, efetuado, creditado, depositado
sair o resultado, sai o resultado > divulgação, divulgado, publicação, publicado, resultado | sair o diploma, sai o diploma > emissão, expedição, emitido
ficar pronto, fica pronto, ficar pronta, fica pronta > emissão, expedição, entrega, conclusão, prazo | mandar pra casa, chegar em casa, chega em casa > envio, enviado, entrega, remessa
desmarcar, remarcar > cancelamento, reagendamento, alteração, adiamento | marcar, marco, marcação > agendamento, agendado, reserva, horário
reservar, reserva, segurar o lugar > reserva, reservado, agendamento | emprestado, emprestar > empréstimo, cessão, cedido
barulho, barulhento, som alto > silêncio, sossego, ruído, ruidosos | lotação, cabem, cabe > capacidade, lotação, comporta, lugares, limite de pessoas
fundura, funda, fundo > profundidade | altura > pé-direito, altura máxima | tamanho > dimensões, metragem, área, medidas | peso > massa, carga
rapidez, correr > velocidade, velocidade máxima | carga horária > duração, horas | presença, comparecimento > frequência, assiduidade
passar, ser aprovado, ser aprovada > aprovação, aprovado | recorrer, contestar, reclamar do resultado > recurso, revisão, impugnação, reconsideração
não concordo, discordo, discordar > recurso, revisão, impugnação, contestação | me defender, se defender, defender > defesa, contraditório, recurso
multado, multada, levei multa > multa, autuação, penalidade, infração | punição, punido, castigo, o que acontece se > penalidade, sanção, advertência, suspensão, multa
jogar, jogar fora, despejar > descarte, lançar, lançamento, descartar, depositar | sujar, sujeira, cocô, fezes > dejetos, resíduos, limpeza
quem manda, quem cuida, por conta de quem > responsabilidade, compete, cabe, atribuição, encargo | a quem peço, com quem falo > dirigido, solicitado, requerido, competente
pôr o nome, mudar o nome, trocar o nome > titularidade, alteração cadastral, transferência | juntar documentos, anexar > anexo, juntada, apresentação
comida de fora, levar comida, lanche > alimentos, consumo, lanches | bichinho, pet > animal, animais, tutor | coleira > guia, focinheira
moto, bike, magrela > bicicleta, bicicletário, motocicleta | encomenda, pacote, motoboy > entrega, entregadores, encomendas, correspondência
visita, convidado, convidados > visitante, convidados, acompanhante, pessoas | gente de fora, pessoa de fora, alguém de fora, quem não mora > estranhos, terceiros, não residentes
bebê, neném, nenê > recém-nascido, criança, lactente | dar à luz, ter bebê, ter neném, ganhar neném > parto, maternidade, obstetrícia
dentista > odontológico, odontologia, bucal | psicólogo, terapia > psicoterapia, psicologia, saúde mental | fisio > fisioterapia, reabilitação
quarto, quarto sozinho, quarto particular > apartamento, acomodação, individual, enfermaria | chapa, raio x, raio-x > radiografia, exame de imagem
edital, aviso > chamamento, instrumento convocatório | nota, cupom > nota fiscal, recibo, comprovante | papel do médico > atestado, laudo, relatório médico
quem ganha menos, baixa renda, pobre > baixa renda, hipossuficiente, vulnerabilidade, CadÚnico, tarifa social | de graça, não paga > gratuito, isento, isenção, gratuidade
`;
