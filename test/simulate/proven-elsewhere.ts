// Rows and faults that no seed is sure to take, each with where it is proven instead.

export const provenElsewhere: Readonly<Record<string, string>> = {
  "swap 2": "test/machines/swap.rows.test.ts: an authorization that ends before any worker has begun"
}
