/** What main's handler of the scheme answers. */
export function askHandler(request: Request): Promise<Response>
