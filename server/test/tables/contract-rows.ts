/** Two hundred contracts of 2025 and 2026, with empty cells, spellings that differ, amounts as text and places of two states. */
export const CONTRACTS = `
  create table contratos as select
    'CT-' || lpad(n::text, 3, '0') as numero,
    case n % 4 when 0 then 'Reforma de escola' when 1 then 'Limpeza de ruas' when 2 then 'Compra de papel' else 'Obra na praça' end
      || ' número ' || n as objeto,
    case when n % 40 = 7 then ' diretoria de ENSINO ' when n % 3 = 0 then 'Diretoria de Ensino' when n % 3 = 1 then 'Diretoria de Obras'
      when n % 50 = 2 then null else 'Diretoria de Cultura' end as diretoria,
    (array['São Paulo', 'Campinas', 'Salvador', 'Recife', 'Ouro Preto'])[n % 5 + 1] as municipio,
    (array['SP', 'SP', 'BA', 'PE', 'MG'])[n % 5 + 1] as uf,
    case when n % 7 < 4 then 'Vigente' when n % 7 < 6 then 'Encerrado' else 'Suspenso' end as situacao,
    case when n % 20 = 3 then null else (n * 1000 + n / 7.0)::numeric(14, 2) end as valor,
    case when n % 25 = 4 then 'a combinar' else 'R$ ' || n || '.000,50' end as multa,
    date '2025-01-10' + n * 3 as assinatura,
    n % 3 = 0 as urgente
  from generate_series(1, 200) n`;
