/**
 * How people say kinds of things: ways of paying and of coming, shifts, crimes, homes, farms, sizes, and what the marks of yes and no hold.
 * `said-values.ts` tells how lines are read.
 */
export const THINGS_SAID = `
[pagam|forma|meio|modo|condic] dinheiro, espécie, em espécie == em espécie, espécie, dinheiro vivo, em dinheiro vivo, em notas, em cédulas
[pagam|forma|meio|modo|condic] cartão de crédito, crédito, cartão crédito = no crédito, cartão de crédito
[pagam|forma|meio|modo|condic] cartão de débito, débito, cartão débito = no débito, cartão de débito
[pagam|forma|meio|modo|condic] cartão, cartão de crédito, cartão de débito, crédito, débito = no cartão, passou o cartão, passaram o cartão, maquininha, na maquininha
[pagam|forma|meio|modo|condic] transferência, transferência bancária, ted, doc == por transferência, por ted, transferiram, depósito em conta
[pagam|forma|meio|modo|condic] boleto, boleto bancário = por boleto, no boleto, boletado
[pagam|forma|meio|modo|condic] fiado, a prazo, crediário = fiado, no fiado, no caderno, na caderneta, a prazo
[pagam|forma|meio|modo|condic] parcelado, a prazo, crediário = em parcelas, em prestações, em várias vezes, parcelado, ~parcelar
[pagam|forma|meio|modo|condic] à vista = tudo de uma vez, de uma só vez
[pagam|forma|meio|modo|condic] faturado, faturamento = na conta da empresa, por conta da empresa, para faturar
[pagam|forma|meio|modo|condic] consignado, desconto em folha, em folha = na folha, descontado em folha, direto na folha
gratuito, isento, grátis, cortesia, gratuidade, isenção == de graça, sem custo, sem cobrança, na faixa, de cortesia, sem pagar nada, isento
[turno|period|hora|jornad] manhã, matutino == de manhã, pela manhã, na parte da manhã, na manhã, manhã, matutino
[turno|period|hora|jornad] tarde, vespertino == de tarde, à tarde, pela tarde, na parte da tarde, tarde, vespertino
[turno|period|hora|jornad] noite, noturno == de noite, à noite, pela noite, noite, noturno
[turno|period|hora|jornad] integral == o dia todo, o dia inteiro, dia inteiro, tempo integral, período integral
[canal|origem|meio|forma|contato|entrada|como] telefone, ligação, ligação telefônica = por telefone, pelo telefone, ligou, ligaram, por ligação, ligação, telefonou, telefonaram, telefonema
[canal|origem|meio|forma|contato|entrada|como] whatsapp = zap, whats, zapzap, pelo zap, pelo whats, no zap
[canal|origem|meio|forma|contato|entrada|como] site, portal, internet, web, sistema = pela internet, pelo site, online, pelo computador
[canal|origem|meio|forma|contato|entrada|como] aplicativo, app = pelo celular, pelo app, pelo aplicativo
[canal|origem|meio|forma|contato|entrada|como] e-mail, email = por email, por e-mail, escreveu um email, escreveram um email
[canal|origem|meio|forma|contato|entrada|como|tipo] delivery, entrega = em domicílio, motoboy, com motoboy, mandar entregar
[canal|origem|meio|forma|tipo|consumo] salão, mesa, no local, consumo no local = no salão, na mesa, nas mesas, comeu aqui, comeram aqui, comeu no local, comeram no local
[canal|origem|meio|forma|tipo|consumo] viagem, retirada, para viagem, balcão = para levar, para viagem, veio buscar, vieram buscar, levou para casa, levaram para casa
[transp|locomoc|desloc|veic|meio] ônibus, ônibus escolar, transporte escolar = de ônibus, no ônibus, pega ônibus, pegam ônibus, busão, de busão
[transp|locomoc|desloc|veic|meio] a pé = andando, caminhando, andam a pé
[transp|locomoc|desloc|veic|meio] carro, automóvel = de carro, de automóvel
[transp|locomoc|desloc|veic|meio] bicicleta = de bicicleta, de bike, bike, pedalando
[transp|locomoc|desloc|veic|meio] moto, motocicleta = de moto, motoca
homicídio, homicídio doloso = assassinato, assassinado, ~assassinar
roubo = assalto, assaltado, ~assaltar
furto = ~furtar, ladrão levou, ladrões levaram
estelionato, fraude, golpe = golpe, golpista, fraude, falcatrua, caiu em golpe, caíram em golpe, caiu no golpe, caíram no golpe
lesão corporal, agressão = agressão, agredido, ~agredir, espancado, espancamento, surra
tráfico, tráfico de drogas = venda de drogas, vendendo drogas, traficante, ~traficar
[arma] de fogo, arma de fogo = revólver, pistola, espingarda, a tiro, a tiros, com tiro, com tiros, baleado
[arma] branca, arma branca = faca, canivete, facão, a facadas, com faca, facada
[arma] nenhuma, sem arma, não = desarmado, sem arma, sem armas
colisão, batida = batida, ~bater, trombada, ~colidir
atropelamento = atropelado, ~atropelar
capotamento = ~capotar, capotado
incêndio = pegou fogo, pegaram fogo, ~queimar, queimado
alagamento, enchente, inundação = alagou, alagaram, alagado, inundado, encheu de água
perda total = deu pt, deram pt, pt, sem conserto
[morad|imovel|condic|posse|casa|ocupac|propried] própria, quitada = é dono, são donos, dono da casa, donos da casa, dona da casa, casa própria, imóvel próprio
[morad|imovel|condic|posse|casa|ocupac|propried] alugada, locada, aluguel = de aluguel, no aluguel, paga aluguel, pagam aluguel, pagando aluguel, inquilino
[morad|imovel|condic|posse|casa|ocupac|propried] cedida, emprestada = de favor, morando de favor, em casa dos outros, casa emprestada
[morad|imovel|condic|posse|casa|ocupac|propried] ocupada, ocupação, invasão, invadida = invadido, invasão, em invasão, ~invadir
rural, zona rural, campo == na roça, da roça, no campo, do campo, no sítio, no mato
urbana, zona urbana, cidade == na cidade, da cidade, dentro da cidade
residencial = de casa de família, casa de família, para moradia
comercial, comércio = comércio, comerciante, de comércio
industrial, indústria = fábrica, indústria, de fábrica
orgânico, agroecológico == sem agrotóxico, sem agrotóxicos, sem veneno, sem química, agroecológico
convencional = com agrotóxico, com agrotóxicos, com veneno
irrigado, irrigação = com irrigação
sequeiro, !irrigado = sem irrigação
vegetariano = sem carne
preventiva = antes de quebrar, de prevenção, por prevenção
corretiva = depois de quebrar, depois que quebrou
[tamanho|porte|leito|quarto|acomod|tipo] solteiro, individual, single = individual, para um, para uma pessoa, cama de solteiro
[tamanho|porte|leito|quarto|acomod|tipo] casal, duplo, double = para dois, para duas pessoas, cama de casal, de casal
[conserv|estado|condic] novo = zerado, novinho, zero quilômetro, nunca usado
[conserv|estado|condic] usado, seminovo = de segunda mão, segunda mão, seminovo
[conserv|estado|condic] bom = em bom estado, bem conservado, bem conservada, bem conservados, bem conservadas, bem cuidado
[conserv|estado|condic] ruim, péssimo, danificado = em mau estado, mal conservado, mal conservada, mal conservados, mal conservadas, acabado, detonado
[qualid|classif|tipo|categ] refugo, descarte, fora de tipo = refugado, ~refugar, imprestável
estimado, estimada, média, pela média = pela média, no chute, estimativa
pcd, deficiente, deficiência, pessoa com deficiência, portador de deficiência == com deficiência, deficiente, pcd, com alguma deficiência
bolsista, bolsa, bolsa de estudo = com bolsa, bolsa, bolsista
gestante, grávida == grávida, gestante, esperando bebê, esperando neném, gravidez
fumante, tabagista = ~fumar, fuma, fumam, fumante, tabagista
diabético, diabetes = diabético, com diabetes
hipertenso, hipertensão = pressão alta, hipertenso, com pressão alta
vacinado, vacina, vacinação em dia = ~vacinar, tomou vacina, tomaram vacina, com a vacina em dia, imunizado
!vacinado, !vacina = sem tomar vacina, não tomou vacina, não tomaram vacina
castrado, castração = ~castrar, com castração
reincidente, reincidência = ~reincidir, voltou a acontecer, voltaram a acontecer
segredo de justiça, segredo justiça, sigiloso, sigilo, confidencial = sigiloso, em segredo, sob sigilo, em sigilo, segredo, secreto, confidencial, em segredo de justiça
flagrante, em flagrante, prisão em flagrante = prisão em flagrante, no flagra, em flagrante, pego no ato, pegos no ato
pet, animal de estimação, aceita pet, leva pet, com animal = cachorro, gato, bicho, bichinho, animal, com bicho, animal de estimação, de estimação
café incluso, café da manhã, com café, café da manhã incluso = café da manhã, com café da manhã, café incluído, com café
dentro do sla, dentro sla, sla cumprido, no prazo, dentro do prazo, cumpriu sla, cumpriu prazo = no prazo, dentro do prazo, cumpriu o prazo, cumpriram o prazo, dentro do sla, cumpriu o sla, cumpriram o sla, respeitou o sla, respeitaram o sla
!dentro do sla, !dentro sla, !sla cumprido, !no prazo, !dentro do prazo, !cumpriu sla, !cumpriu prazo = fora do prazo, fora do sla, estourou o sla, estouraram o sla, estourou o prazo, estouraram o prazo, furou o sla, furaram o sla, passou do prazo, passaram do prazo, perdeu o prazo, perderam o prazo, em atraso, atrasado
garantia, em garantia, na garantia, tem garantia = na garantia, com garantia, coberto pela garantia, dentro da garantia
!garantia, !em garantia, !na garantia = fora da garantia, garantia vencida
seguro, segurado, tem seguro = segurado, seguro, com seguro, coberto
urgente, urgência = com urgência, de urgência
assinado, assinatura = com assinatura, ~assinar
!assinado, !assinatura = sem assinatura, falta assinar, faltam assinar, por assinar
laudo, tem laudo, laudo emitido = com laudo, laudado
associado, cooperado, sócio, filiado = sócio, associado, filiado
`;
