export const en = {
  title: 'Models',
  tabs: 'Models, providers and prices',
  catalogue: 'Models',
  providers: 'Providers',
  prices: 'Prices and exchange rate',
  guard: 'Personal data',
} as const;
