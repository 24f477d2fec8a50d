import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { rememberedScope, rememberScope, scopeIn, withScope } from './scope.ts'

/** Keeps address and memory of the scope together: an address with a scope is remembered, one without gets the last. */
export function useScopeKeeper() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const params = new URLSearchParams(search)
    const scope = scopeIn(params)
    if (scope) return rememberScope(scope)
    const remembered = rememberedScope.get()
    if (remembered.kind === 'all') return
    const camera = params.get('camera')
    const next = withScope(params, remembered)
    if (camera !== null) next.set('camera', camera)
    navigate({ pathname, search: next.toString(), hash }, { replace: true })
  }, [pathname, search, hash, navigate])
}
