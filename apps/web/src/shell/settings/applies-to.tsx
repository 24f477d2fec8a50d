import type { SettingLayer, Text } from '@aisle/contract'
import { Button, Modal, Select } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { Tag } from '../../ui/bits.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Layered, LayeredForm, Place } from './use-layered-form.ts'
import './settings.css'

const layerNames: Record<SettingLayer, { name: Text; hint: Text }> = {
  me: { name: { zh: '我', en: 'Me' }, hint: { zh: '只影响你自己', en: 'Yours alone' } },
  role: {
    name: { zh: '角色', en: 'A role' },
    hint: { zh: '没有个人设置的人', en: 'Those who set nothing themselves' },
  },
  everyone: { name: { zh: '所有人', en: 'Everyone' }, hint: { zh: '其余所有人', en: 'All the others' } },
}

type Props<Value> = { id: string; className: string; data: Layered<Value>; form: LayeredForm<Value> }

/** For whom settings count: oneself, a role, everyone; who set them last, and which are in force now. */
export function AppliesTo<Value>({ id, className, data, form }: Props<Value>) {
  const t = useText()
  const name = useName()
  const { moment } = useFormat()
  const [asked, ask] = useState<Place>()
  const layers: SettingLayer[] = data.maySetOthers ? ['me', 'role', 'everyone'] : ['me']
  const go = (place: Place) => (form.isChanged ? ask(place) : form.go(place))
  return (
    <Panel id={id} className={className} state="ready" title={t({ zh: '适用范围', en: 'Applies to' })}>
      <div className="panel-body applies-to">
        <ul>
          {layers.map(layer => {
            const roleId = layer === 'role' ? form.place.roleId || data.roles[0]?.id || '' : ''
            const kept = data.layers.find(
              one =>
                one.layer === layer &&
                (layer !== 'role' || form.place.layer !== 'role' || one.roleId === roleId),
            )
            return (
              <li key={layer}>
                <button
                  type="button"
                  aria-pressed={form.place.layer === layer}
                  onClick={() => go({ layer, roleId })}
                >
                  <span className="applies-name">
                    <strong>{t(layerNames[layer].name)}</strong>
                    {data.from === layer && <Tag tone="positive">{t({ zh: '生效中', en: 'In force' })}</Tag>}
                  </span>
                  <span className="applies-hint">{t(layerNames[layer].hint)}</span>
                  <span className="applies-hint">
                    {kept
                      ? t(
                          {
                            zh: '{who} · {when} · 第 {version} 版',
                            en: '{who} · {when} · version {version}',
                          },
                          {
                            who: kept.updatedByName,
                            when: moment(new Date(kept.updatedAt)),
                            version: kept.version,
                          },
                        )
                      : t({ zh: '未设置，沿用上一级', en: 'Not set: inherited' })}
                  </span>
                </button>
                {layer === 'role' && form.place.layer === 'role' && (
                  <Select
                    className="applies-role"
                    value={form.place.roleId}
                    aria-label={t({ zh: '角色', en: 'Role' })}
                    onChange={chosen => go({ layer: 'role', roleId: chosen })}
                    options={data.roles.map(role => ({
                      value: role.id,
                      label: name(role.name, role.nameEn),
                    }))}
                  />
                )}
              </li>
            )
          })}
        </ul>
        {data.from === 'default' && (
          <p className="applies-hint">
            {t({ zh: '当前使用内置默认', en: 'The built-in settings are in force' })}
          </p>
        )}
        {!data.maySetOthers && (
          <p className="applies-hint">
            {t({
              zh: '角色与所有人的设置由用户管理员修改',
              en: 'Settings of roles and of everyone are made by a user administrator',
            })}
          </p>
        )}
        <Button onClick={form.restore} disabled={form.isRestored}>
          {t({ zh: '恢复默认', en: 'Restore defaults' })}
        </Button>
      </div>
      <Modal
        open={asked !== undefined}
        title={t({ zh: '有修改尚未保存', en: 'There are changes that are not saved' })}
        okText={t({ zh: '放弃修改', en: 'Discard them' })}
        cancelText={t({ zh: '继续编辑', en: 'Go on editing' })}
        okButtonProps={{ danger: true }}
        onOk={() => {
          if (asked) form.go(asked)
          ask(undefined)
        }}
        onCancel={() => ask(undefined)}
      />
    </Panel>
  )
}
