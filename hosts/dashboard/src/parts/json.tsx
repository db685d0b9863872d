// Data as it is, for those who want to see everything.
export const Json = ({ label, value }: { readonly value: unknown; readonly label: string }) => (
  <pre class="json" tabIndex={0} role="region" aria-label={label}>{JSON.stringify(value, null, 2)}</pre>
)
