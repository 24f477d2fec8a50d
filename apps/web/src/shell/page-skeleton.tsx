import { Bone, Loading } from '../ui/states.tsx'

/** The usual shape of a page, while its code comes. */
export function PageSkeleton() {
  return (
    <div className="page">
      <Loading>
        <div style={{ display: 'grid', gap: 12 }}>
          <Bone width={180} height={28} />
          <Bone height={72} radius={8} />
          <Bone height={320} radius={8} />
        </div>
      </Loading>
    </div>
  )
}
