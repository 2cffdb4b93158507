/**
 * Replacement for hidden values. OpenTelemetry uses the same in URLs:
 * https://opentelemetry.io/docs/specs/semconv/registry/attributes/url/
 */
export const redactedMark = 'REDACTED';
