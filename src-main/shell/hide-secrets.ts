/** An API key keeps its identifier part, which is shown anyway; a bearer token keeps nothing. */
const API_KEY = /\b([A-Z]{2}[A-Za-z0-9]{10})\.[A-Za-z0-9_-]{32}/g;
const BEARER = /(Bearer\s+)(?![A-Z]{2}[A-Za-z0-9]{10}\.…)[^\s"',]+/gi;

/** What may stand in a log file. */
export function hideSecrets(text: string): string {
  return text.replace(API_KEY, '$1.…').replace(BEARER, '$1…');
}
