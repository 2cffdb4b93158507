/**
 * What stands where something is hidden, as in URLs by OpenTelemetry:
 * https://opentelemetry.io/docs/specs/semconv/registry/attributes/url/
 */
export const redactedMark = 'REDACTED';
