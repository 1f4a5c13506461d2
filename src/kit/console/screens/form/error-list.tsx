/** What is wrong in a form, on top of it, when the inputs themselves are out of sight; each entry leads to its input. */
export interface FormError {
  key: string;
  label: string;
  message: string;
}

export function ErrorList({ errors, onGo }: { errors: readonly FormError[]; onGo: (key: string) => void }) {
  if (errors.length === 0) return null;
  return (
    <div className="k-errors" role="alert">
      <b>有 {errors.length} 处需要修改</b>
      <ul>
        {errors.map((error) => (
          <li key={error.key}>
            <button type="button" className="k-link k-link-danger" onClick={() => onGo(error.key)}>
              {error.label}：{error.message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
