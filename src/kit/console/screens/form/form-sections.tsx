/** The inputs of a form or of one step of it, in sections. */
import type { AnyPage, FormSection } from '../../../define/page.ts';
import { FieldItem } from './field-item.tsx';

export function FormSections(props: {
  spec: AnyPage;
  sections: readonly FormSection[];
  /** Keys that are seen. */
  shown: ReadonlySet<string>;
  row: Readonly<Record<string, unknown>> | undefined;
  readOnly: boolean;
  disabled: boolean;
}) {
  const { spec, sections, shown, row, readOnly, disabled } = props;
  return sections.map((section, i) => {
    const keys = section.fields.filter((key) => shown.has(key));
    if (keys.length === 0) return null;
    return (
      <section key={section.title ?? i} className="k-card k-form-section">
        {section.title ? <h2>{section.title}</h2> : null}
        {keys.map((key) => {
          const field = spec.fields[key];
          return field ? (
            <FieldItem
              key={key}
              field={field}
              fieldKey={key}
              row={row}
              readOnly={readOnly || field.readOnly === true || Boolean(row && field.createOnly)}
              disabled={disabled}
              // A field alone under its own name needs no second one.
              unlabelled={keys.length === 1 && section.title === field.label}
            />
          ) : null;
        })}
      </section>
    );
  });
}
